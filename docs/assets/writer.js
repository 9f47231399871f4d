// Let the exported GPT write: the same pieces, cache and choices as in Python, on the reader's machine.
{
const MOST = 1000
const { box, told, tensor, ask, one } = demo("writer", ready => { about = ready; write() })
const [, start, compare] = box.querySelectorAll("button")
const prompt = box.querySelector("textarea"), text = box.querySelector(".written")
const [temperature, k] = box.querySelectorAll("[type=range]")
let about, turn = 0, writing = false // a turn ends with the next one, or when the reader stops it

// The numbers of the pieces: those of the characters, merged pair by pair in the order that was learned.
function encode(words) {
  const unknown = [...new Set(words)].filter(character => !about.characters.includes(character)).join("")
  if (unknown) throw new RangeError(`The model does not know ${JSON.stringify(unknown)}.`)
  let tokens = Array.from(words, character => about.characters.indexOf(character))
  about.merges.forEach(([first, second], place) => {
    const merged = []
    for (let n = 0; n < tokens.length; n++) {
      const both = tokens[n] === first && tokens[n + 1] === second
      merged.push(both ? about.characters.length + place : tokens[n])
      n += both
    }
    tokens = merged
  })
  return tokens
}

const piece = token => about.characters[token] ?? about.merges[token - about.characters.length].map(piece).join("")

const likeliest = logits => logits.indexOf(Math.max(...logits))

// The k likeliest, their logits divided by the temperature, and a dart thrown at the line of their shares.
function draw(logits) {
  if (Number(temperature.value) === 0) return likeliest(logits)
  const kept = [...logits.keys()].sort((one, other) => logits[other] - logits[one]).slice(0, 2 ** k.value)
  let dart = Math.random()
  const shares = softmax(kept.map(token => logits[token] / temperature.value))
  return kept[shares.findIndex(share => (dart -= share) < 0)] ?? kept[0]
}

// One piece after the other, with the milliseconds it took; only what is new goes through the model.
async function* generate(tokens, choose) {
  const half = about.context / 2, nothing = tensor("float32", [], about.empty)
  let kept = tokens.slice(-half), fresh = kept, keys = nothing, values = nothing
  while (true) {
    const given = tensor("int64", BigInt64Array.from(fresh, BigInt), [1, fresh.length])
    const [{ logits, longer_keys, longer_values }, took] = await ask({ tokens: given, keys, values })
    const token = choose(logits.data)
    yield [token, took]
    kept = [...kept, token]
    ;[fresh, keys, values] = [[token], longer_keys, longer_values]
    if (kept.length > about.context) {
      fresh = kept = kept.slice(-half)
      keys = values = nothing
    }
  }
}

const rate = (count, took) => `${count.toLocaleString("en")} pieces, ${Math.round(1000 * count / took).toLocaleString("en")} a second on your machine`

// Shows what comes, piece by piece, for `count` pieces or as long as the turn lasts.
async function show(words, choose, count, lasts) {
  const chosen = [], bold = Object.assign(document.createElement("b"), { textContent: words.trimStart() })
  let took = 0, drawn = performance.now(), tokens
  try {
    tokens = encode(words)
  } catch (error) {
    told.textContent = error.message
    return chosen
  }
  text.replaceChildren(bold)
  told.ariaBusy = "true" // so that it is read out once, at the end
  for await (const [token, ms] of generate(tokens, choose)) {
    took += ms
    chosen.push(token)
    text.append(Object.assign(document.createElement("span"), { textContent: piece(token) }))
    if (chosen.length >= count || !lasts()) break
    if (performance.now() - drawn < 16) continue
    told.textContent = `${rate(chosen.length, took)} …`
    text.scrollTop = text.scrollHeight
    await new Promise(requestAnimationFrame)
    drawn = performance.now()
  }
  text.scrollTop = text.scrollHeight
  told.ariaBusy = "false"
  told.textContent = `${rate(chosen.length, took)}.`
  return chosen
}

function begin(work) {
  const mine = ++turn, lasts = () => mine === turn
  writing = true
  start.textContent = "Stop"
  one(async () => {
    try {
      if (lasts()) await work(lasts)
    } finally {
      if (lasts()) stop()
    }
  })
}

function stop() {
  turn++
  writing = false
  start.textContent = "Write"
}

const write = () => begin(lasts => show(`\n\n${prompt.value}`, draw, MOST, lasts))

start.addEventListener("click", () => writing ? stop() : write())
compare.addEventListener("click", () => begin(async lasts => {
  let same = 0, all = 0
  for (const [number, words] of about.prompts.entries()) {
    const wanted = about.greedy[number], chosen = lasts() ? await show(words, likeliest, wanted.length, lasts) : []
    all += chosen.length
    same += chosen.filter((token, place) => token === wanted[place]).length
  }
  told.dataset.same = `${same} of ${all}`
  told.textContent += ` ${same} of ${all} are the pieces that PyTorch chose.`
}))
for (const slider of [temperature, k]) {
  const label = () => slider.ariaValueText = slider.nextElementSibling.textContent = slider === k ? 2 ** k.value : Number(slider.value).toFixed(1)
  slider.addEventListener("input", label)
  label()
}
}
