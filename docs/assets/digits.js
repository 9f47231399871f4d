// Draw a digit, and see what the exported network answers: the file, ONNX Runtime and the picture stay in this browser.
// No module: browsers load none from disk, and the page could not say so.
{
const SIZE = 28, BOX = 20
const box = document.querySelector(".demo[data-model]")
const [canvas, seen] = box.querySelectorAll("canvas")
const [load, clear, test] = box.querySelectorAll("button")
const told = box.querySelector("output")
const bars = [...box.querySelectorAll("li")]
const pen = canvas.getContext("2d", { willReadFrequently: true })
let session, answers, runtime, running = Promise.resolve()

// The picture as MNIST's were made: the ink in a box of 20 by 20, its centre of mass in the middle of 28 by 28.
function prepared(ink, width, height) {
  let left = width, right = -1, top = height, bottom = -1
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) if (ink[y * width + x]) {
    left = Math.min(left, x); right = Math.max(right, x); top = Math.min(top, y); bottom = Math.max(bottom, y)
  }
  const image = new Float32Array(SIZE * SIZE)
  if (right < 0) return image
  const scale = BOX / Math.max(right - left + 1, bottom - top + 1)
  let mass = 0, sumX = 0, sumY = 0
  for (let y = top; y <= bottom; y++) for (let x = left; x <= right; x++) {
    const value = ink[y * width + x]
    mass += value; sumX += value * (x + 0.5); sumY += value * (y + 0.5)
  }
  const shiftX = Math.round(SIZE / 2 - sumX / mass * scale), shiftY = Math.round(SIZE / 2 - sumY / mass * scale)
  for (let y = 0; y < SIZE; y++) for (let x = 0; x < SIZE; x++) { // each pixel: the mean of the ink that it covers
    const fromX = Math.floor((x - shiftX) / scale), toX = Math.ceil((x + 1 - shiftX) / scale)
    const fromY = Math.floor((y - shiftY) / scale), toY = Math.ceil((y + 1 - shiftY) / scale)
    let sum = 0
    for (let v = Math.max(0, fromY); v < Math.min(height, toY); v++)
      for (let u = Math.max(0, fromX); u < Math.min(width, toX); u++) sum += ink[v * width + u]
    image[y * SIZE + x] = Math.min(1, sum / ((toX - fromX) * (toY - fromY)))
  }
  return image
}

function drawn() {
  const { width, height } = canvas, rgba = pen.getImageData(0, 0, width, height).data
  return prepared(Float32Array.from({ length: width * height }, (_, place) => rgba[4 * place] / 255), width, height)
}

function show(image) {
  const pixels = new ImageData(SIZE, SIZE)
  image.forEach((value, place) => pixels.data.set([255 * value, 255 * value, 255 * value, 255], 4 * place))
  seen.getContext("2d").putImageData(pixels, 0, 0)
}

async function answer(image) {
  show(image)
  const start = performance.now()
  const { logits } = await session.run({ images: new runtime.Tensor("float32", image, [1, 1, SIZE, SIZE]) })
  const took = performance.now() - start
  const largest = Math.max(...logits.data), powers = Array.from(logits.data, value => Math.exp(value - largest))
  const sum = powers.reduce((a, b) => a + b)
  const digit = powers.indexOf(1)
  bars.forEach((row, number) => {
    row.querySelector("progress").value = powers[number] / sum
    row.lastElementChild.textContent = `${(100 * powers[number] / sum).toFixed(1)} %`
    row.classList.toggle("first", number === digit)
  })
  told.textContent = `It is a ${digit}, says the network; ${took.toFixed(1)} ms on your machine.`
  return Array.from(logits.data)
}

const one = work => running = running.then(work, work) // a session answers one call after the other

function empty() {
  pen.fillStyle = "#000"
  pen.fillRect(0, 0, canvas.width, canvas.height)
  show(new Float32Array(SIZE * SIZE))
}

async function begin() {
  load.disabled = true
  told.textContent = "Loading …"
  try {
    runtime = await import(new URL(box.dataset.runtime, document.baseURI))
    runtime.env.wasm.numThreads = 1
    session = await runtime.InferenceSession.create(new URL(box.dataset.model, document.baseURI).href)
    answers = await (await fetch(box.dataset.answers)).json()
  } catch (error) {
    load.disabled = false
    told.textContent = location.protocol === "file:"
      ? "A page that is opened from disk may load no model: serve the folder, python -m http.server, and open it there."
      : `The model could not be loaded: ${error.message}`
    return
  }
  load.hidden = true
  clear.hidden = test.hidden = false
  box.classList.add("ready")
  told.textContent = "Draw a digit in the black square, with mouse, pen or finger."
  if (drawn().some(Boolean)) one(() => answer(drawn()))
}

function stroke(event) {
  const { left, top, width } = canvas.getBoundingClientRect(), scale = canvas.width / width
  return [(event.clientX - left) * scale, (event.clientY - top) * scale]
}

let last = null
canvas.addEventListener("pointerdown", event => {
  canvas.setPointerCapture(event.pointerId)
  last = stroke(event)
})
canvas.addEventListener("pointermove", event => {
  if (!last) return
  const next = stroke(event)
  Object.assign(pen, { strokeStyle: "#fff", lineWidth: 22, lineCap: "round", lineJoin: "round" })
  pen.beginPath()
  pen.moveTo(...last)
  pen.lineTo(...next)
  pen.stroke()
  last = next
  if (session) one(() => answer(drawn()))
})
for (const end of ["pointerup", "pointercancel"]) canvas.addEventListener(end, () => last = null)
clear.addEventListener("click", empty)
load.addEventListener("click", begin)
let turn = 0
test.addEventListener("click", () => one(async () => {
  const number = turn++ % answers.logits.length, bytes = atob(answers.images)
  const image = Float32Array.from({ length: SIZE * SIZE }, (_, place) =>
    bytes.charCodeAt(number * SIZE * SIZE + place) / 255)
  empty()
  const got = await answer(image)
  pen.imageSmoothingEnabled = false
  pen.drawImage(seen, 0, 0, canvas.width, canvas.height)
  const worst = Math.max(...got.map((value, place) => Math.abs(value - answers.logits[number][place])))
  told.dataset.difference = worst
  told.textContent += ` The largest difference from the logits of PyTorch is ${worst.toExponential(0)}.`
}))
empty()
}
