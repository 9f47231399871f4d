// Draw a digit, and see what the exported network answers: the file, ONNX Runtime and the picture stay in this browser.
{
const SIZE = 28, BOX = 20
const { box, told, tensor, ask, one } = demo("digits", begin)
const [canvas, seen] = box.querySelectorAll("canvas")
const [, clear, test] = box.querySelectorAll("button")
const rows = [...box.querySelectorAll("li")]
const pen = canvas.getContext("2d", { willReadFrequently: true })
let answers

// The picture as MNIST's were made: the ink in a box of 20 by 20, its centre of mass on the pixel of row 14, column 14.
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
  const middle = SIZE / 2 + 0.5, shiftX = Math.round(middle - sumX / mass * scale), shiftY = Math.round(middle - sumY / mass * scale)
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
  const [{ logits }, took] = await ask({ images: tensor("float32", image, [1, 1, SIZE, SIZE]) })
  const digit = showShares(rows, softmax(logits.data))
  told.textContent = `It is a ${digit}, says the network; ${took.toFixed(1)} ms on your machine.`
  return logits.data
}

function empty() {
  pen.fillStyle = "#000"
  pen.fillRect(0, 0, canvas.width, canvas.height)
  show(new Float32Array(SIZE * SIZE))
}

function begin(known) {
  answers = known
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
  if (answers) one(() => answer(drawn()))
})
for (const end of ["pointerup", "pointercancel"]) canvas.addEventListener(end, () => last = null)
clear.addEventListener("click", empty)
let turn = 0
test.addEventListener("click", () => one(async () => {
  const number = turn++ % answers.logits.length, pixels = bytes(answers.images)
  const image = Float32Array.from(pixels.subarray(number * SIZE * SIZE, (number + 1) * SIZE * SIZE), value => value / 255)
  empty()
  const difference = farthest(await answer(image), answers.logits[number])
  pen.imageSmoothingEnabled = false
  pen.drawImage(seen, 0, 0, canvas.width, canvas.height)
  told.dataset.difference = difference
  told.textContent += ` The largest difference from the logits of PyTorch is ${difference.toExponential(0)}.`
}))
empty()
}
