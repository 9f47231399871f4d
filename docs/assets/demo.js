// What the demos share: ONNX Runtime and a model, loaded on a click; one question after the other; shares as bars.
// No modules: browsers load none from disk, and the page could not say so.

// The demo of this kind on the page. `ready` is called with what Python answered, once the model can be asked.
function demo(kind, ready) {
  const box = document.querySelector(`.demo[data-demo=${kind}]`)
  const load = box.querySelector(".load"), told = box.querySelector("output")
  const at = name => new URL(box.dataset[name], document.baseURI).href
  let runtime, session, running = Promise.resolve()

  load.addEventListener("click", async () => {
    const focused = document.activeElement === load
    load.disabled = true
    told.textContent = "Loading …"
    let answers
    try {
      ;[runtime, answers] = await Promise.all([import(at("runtime")), fetch(at("answers")).then(given => given.json())])
      runtime.env.wasm.numThreads = 1
      session = await runtime.InferenceSession.create(at("model"))
    } catch (error) {
      load.disabled = false
      told.textContent = location.protocol === "file:"
        ? "A page that is opened from disk may load no model: serve the folder, python -m http.server, and open it there."
        : `The model could not be loaded: ${error.message}`
      return
    }
    for (const hidden of box.querySelectorAll("[hidden]")) hidden.hidden = false
    load.hidden = true
    box.classList.add("ready")
    told.textContent = ""
    ready(answers)
    if (focused) box.querySelector("button:not([hidden])").focus({ preventScroll: true })
  })

  return {
    box, told,
    tensor: (...words) => new runtime.Tensor(...words),
    // What the model returns, and the milliseconds that it took.
    async ask(inputs) {
      const start = performance.now(), outputs = await session.run(inputs)
      return [outputs, performance.now() - start]
    },
    one: work => running = running.then(work).catch(error => { // a session answers one call after the other
      told.textContent = `The model stopped: ${error.message}`
    }),
  }
}

function softmax(logits) {
  const largest = Math.max(...logits), powers = Array.from(logits, logit => Math.exp(logit - largest))
  const sum = powers.reduce((one, other) => one + other)
  return powers.map(power => power / sum)
}

// A row for each share; returns the place of the largest.
function showShares(rows, shares) {
  const first = shares.indexOf(Math.max(...shares))
  rows.forEach((row, place) => {
    row.querySelector("progress").value = shares[place]
    row.lastElementChild.textContent = `${(100 * shares[place]).toFixed(1)} %`
    row.classList.toggle("first", place === first)
  })
  return first
}

// How far logits are at most from those that Python wrote down.
const farthest = (logits, wanted) => Math.max(...wanted.map((value, place) => Math.abs(value - logits[place])))

const bytes = text => Uint8ClampedArray.from(atob(text), character => character.charCodeAt(0))
