// Choose a picture, and see to which group the exported network counts it and which places spoke for that.
{
const SIDE = 32, STRIP = 512, FINE = 2 ** 22
const { box, told, tensor, ask, one } = demo("pictures", begin)
const [seen, heat] = box.querySelectorAll("canvas")
const rows = [...box.querySelectorAll("li")], groups = rows.map(row => row.querySelector("input"))
const file = box.querySelector("[type=file]"), samples = box.querySelector(".samples")
let maps

// The picture as Pillow prepares it for Python: on white, reduced to fit 32 by 32, in the middle of a white square.
async function prepared(blob) {
  const bitmap = await createImageBitmap(blob, { colorSpaceConversion: "none" }), { width, height } = bitmap
  if (Math.max(width, height) > SIDE * Math.min(width, height)) return null
  const across = Math.min(SIDE, even(width / height * SIDE)), down = Math.min(SIDE, even(height / width * SIDE))
  const turned = new Uint8ClampedArray(4 * across * height)
  for (let top = 0; top < height; top += STRIP) { // no canvas may be as large as a photo is
    const lines = Math.min(STRIP, height - top), pen = paper(width, lines)
    pen.drawImage(bitmap, 0, -top)
    const strip = reduced(pen.getImageData(0, 0, width, lines).data, width, lines, across)
    for (let x = 0; x < across; x++)
      turned.set(strip.subarray(4 * x * lines, 4 * (x + 1) * lines), 4 * (x * height + top))
  }
  const square = paper(SIDE, SIDE), small = reduced(turned, height, across, down)
  square.putImageData(new ImageData(small, across, down), even((SIDE - across) / 2), even((SIDE - down) / 2))
  return square.getImageData(0, 0, SIDE, SIDE)
}

function even(number) { // as Python rounds: one half goes to the even neighbour
  const rounded = Math.round(number)
  return rounded - number === 0.5 && rounded % 2 ? rounded - 1 : rounded
}

function paper(width, height) {
  const pen = Object.assign(document.createElement("canvas"), { width, height }).getContext("2d", { willReadFrequently: true })
  pen.fillStyle = "#fff"
  pen.fillRect(0, 0, width, height)
  return pen
}

// Each line of `width` pixels reduced to `to`. The result is turned, lines for columns: done twice, it is upright again.
function reduced(rgba, width, height, to) {
  const result = new Uint8ClampedArray(4 * to * height), scale = width / to, wide = Math.max(1, scale)
  for (let x = 0; x < to; x++) {
    const center = (x + 0.5) * scale
    const start = Math.max(0, Math.floor(center - 2 * wide + 0.5)), end = Math.min(width, Math.floor(center + 2 * wide + 0.5))
    const weights = Array.from({ length: end - start }, (_, n) => cubic((start + n - center + 0.5) * (1 / wide)))
    const share = 1 / weights.reduce((one, other) => one + other, 0), whole = weights.map(weight => Math.round(weight * share * FINE))
    for (let y = 0; y < height; y++) for (let color = 0; color < 4; color++) {
      let total = FINE / 2
      for (let n = 0, from = 4 * (y * width + start) + color; n < whole.length; n++, from += 4) total += whole[n] * rgba[from]
      result[4 * (x * height + y) + color] = Math.floor(total / FINE)
    }
  }
  return result
}

function cubic(way) { // how much a pixel counts that far away
  const x = Math.abs(way)
  return x < 1 ? (1.5 * x - 2.5) * x * x + 1 : x < 2 ? (((x - 5) * x + 8) * x - 4) * -0.5 : 0
}

async function answer(image) {
  const area = SIDE * SIDE // the network wants all reds, then all greens, then all blues
  const pixels = Float32Array.from({ length: 3 * area }, (_, n) => image.data[n % area * 4 + Math.floor(n / area)])
  const [outputs, took] = await ask({ pixels: tensor("float32", pixels, [1, 3, SIDE, SIDE]) })
  seen.getContext("2d").putImageData(image, 0, 0)
  const shares = softmax(outputs.logits.data), first = showShares(rows, shares)
  maps = outputs.maps
  groups[first].checked = true
  drawMap()
  told.textContent = `${groups[first].value}, says the network, with ${(100 * shares[first]).toFixed(1)} %; ${took.toFixed(1)} ms on your machine.`
  return outputs.logits.data
}

// What spoke for the chosen group, as shares of what spoke most for any.
function drawMap() {
  const [, , height, width] = maps.dims, area = height * width, most = Math.max(...maps.data)
  const from = area * groups.findIndex(group => group.checked), image = new ImageData(width, height)
  for (let n = 0; n < area; n++)
    image.data.set([225, 0, 140, 190 * Math.max(0, maps.data[from + n]) / most], 4 * n)
  heat.getContext("2d").putImageData(image, 0, 0)
}

async function answerFile(blob) {
  if (!blob) return told.textContent = "That was no file: drop a picture from your disk."
  let image
  try {
    image = await prepared(blob)
  } catch {
    return told.textContent = `${blob.name} is no picture that your browser can read.`
  }
  if (!image) return told.textContent = `${blob.name} is too narrow for a square.`
  await answer(image)
}

function begin(answers) {
  const pixels = bytes(answers.pixels), area = SIDE * SIDE
  answers.files.forEach((path, number) => {
    const image = new ImageData(SIDE, SIDE), [group, name] = path.replace(".png", "").split("/")
    image.data.forEach((_, n) => image.data[n] = n % 4 === 3 ? 255 : pixels[(3 * number + n % 4) * area + (n >> 2)])
    const button = Object.assign(document.createElement("button"), { type: "button", ariaLabel: `${name}, of ${group}`, title: name })
    const pen = paper(SIDE, SIDE)
    pen.putImageData(image, 0, 0)
    button.append(pen.canvas)
    button.addEventListener("click", () => one(async () => {
      const difference = farthest(await answer(image), answers.logits[number])
      told.dataset.difference = difference
      told.textContent += ` Its folder is ${group}. The largest difference from the logits of PyTorch is ${difference.toExponential(0)}.`
    }))
    samples.append(button)
  })
  samples.firstElementChild.click()
}

file.addEventListener("change", () => file.files.length && one(() => answerFile(file.files[0])))
box.addEventListener("dragover", event => event.preventDefault())
box.addEventListener("drop", event => {
  event.preventDefault()
  if (maps) one(() => answerFile(event.dataTransfer.files[0]))
})
groups.forEach(group => group.addEventListener("change", () => maps && drawMap()))
box.querySelector("[type=checkbox]").addEventListener("change", event => heat.hidden = !event.target.checked)
}
