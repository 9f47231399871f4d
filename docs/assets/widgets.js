// Small calculators: what torch makes of the reader's numbers, or why it refuses them. Not a module, which browsers would
// not load from disk. Functions first; then WIDGETS, the fields of each and what they show; then the page.
(() => {
  class Refused extends Error {}
  const refuse = reason => { throw new Refused(reason) } // what the reader is told instead of a result
  const range = length => Array.from({ length }, (_, place) => place)
  const sum = values => values.reduce((total, value) => total + value, 0)
  const product = values => values.reduce((total, value) => total * value, 1)
  const list = values => `[${values.join(", ")}]`
  const tuple = values => `(${values.join(", ")}${values.length === 1 ? "," : ""})`
  const short = value => String(Number(value.toPrecision(4))).replace("Infinity", "inf")

  function parsed(text, form, advice) {
    const words = text.trim().replace(/^[([]|[)\]]$/g, "").split(/[\s,]+/).filter(Boolean)
    return words.map(word => form.test(word) ? word : refuse(advice))
  }

  function integers(text, name) {
    return parsed(text, /^[+-]?\d{1,7}$/, `${name}: write whole numbers of up to seven digits, with commas between.`).map(Number)
  }

  function numbers(text, name) {
    const real = String.raw`(\d{1,9}\.?\d{0,9}|\.\d{1,9})(e[+-]?\d{1,2})?`, form = RegExp(`^([+-]?${real}(/${real})?|-inf)$`, "i")
    return parsed(text, form, `${name}: write numbers of up to nine digits, with commas between.`).map(word => {
      if (/^-inf$/i.test(word)) return -Infinity
      const [above, below = 1] = word.split("/").map(Number)
      return below === 0 ? refuse(`${name}: ${word} divides by 0.`) : above / below
    })
  }

  const only = (values, name) => values.length === 1 ? values[0] : refuse(`${name}: write one number.`)
  const integer = (text, name) => only(integers(text, name), name)

  function shape(text, name) {
    const sizes = integers(text, name)
    return sizes.some(size => size < 0) ? refuse(`${name}: no size is below 0.`) : sizes
  }

  function broadcast(a, b) {
    const axes = Math.max(a.length, b.length), at = (sizes, axis) => sizes[axis - axes + sizes.length] ?? 1
    return range(axes).reverse().map(axis => {
      const one = at(a, axis), other = at(b, axis)
      if (one !== other && one !== 1 && other !== 1)
        refuse(`RuntimeError: The size of tensor a (${one}) must match the size of tensor b (${other}) at non-singleton dimension ${axis}`)
      return one === 1 ? other : one
    }).reverse()
  }

  // The places in a storage that a view reads, row by row, up to a limit; torch counts in bytes when it refuses.
  function places(storage, sizes, strides, offset, limit) {
    if (sizes.length !== strides.length) refuse("RuntimeError: mismatch in length of strides and shape")
    if (strides.some(stride => stride < 0))
      refuse(`RuntimeError: as_strided: Negative strides are not supported at the moment, got strides: ${list(strides)}`)
    if (offset < 0) refuse(`RuntimeError: Tensor: invalid storage offset ${offset}`)
    const count = product(sizes), end = offset + 1 + sum(sizes.map((size, axis) => (size - 1) * strides[axis]))
    if (count && end > storage)
      refuse(`RuntimeError: setStorage: sizes ${list(sizes)}, strides ${list(strides)}, storage offset ${offset}, and itemsize 8 `
        + `requiring a storage size of ${8 * end} are out of bounds for storage of size ${8 * storage}`)
    return range(Math.min(count, limit)).map(number => offset + sum(sizes.map((size, axis) =>
      Math.floor(number / product(sizes.slice(axis + 1))) % size * strides[axis])))
  }

  function contiguous(sizes, strides) {
    let expected = 1
    return sizes.includes(0) || sizes.every((_, place) => {
      const axis = sizes.length - 1 - place, fits = sizes[axis] === 1 || strides[axis] === expected
      expected *= sizes[axis]
      return fits
    })
  }

  function convolved(size, kernel, stride, padding, dilation) {
    if (size < 0) refuse("The size is below 0.")
    if (kernel < 0) refuse("The kernel is below 0.")
    if (padding < 0) refuse("RuntimeError: negative padding is not supported")
    if (stride <= 0) refuse("RuntimeError: non-positive stride is not supported")
    if (dilation <= 0) refuse("RuntimeError: dilation should be greater than zero")
    if (kernel === 0) refuse("RuntimeError: kernel size should be greater than zero")
    const padded = size + 2 * padding, covered = dilation * (kernel - 1) + 1
    if (covered > padded)
      refuse(`RuntimeError: Calculated padded input size per channel: (${padded} x ${padded}). `
        + `Kernel size: (${covered} x ${covered}). Kernel size can't be greater than actual input size`)
    if (size === 0) refuse("RuntimeError: Only zero batch or zero channel inputs are supported")
    return Math.floor((padded - covered) / stride) + 1
  }

  function unread(size, kernel, stride, padding, dilation, outputs) {
    const read = new Set(range(outputs).flatMap(place => range(kernel).map(step => place * stride + step * dilation - padding)))
    return range(size).filter(cell => !read.has(cell)).length
  }

  const cosine = (from, to, part) => to + (from - to) * (1 + Math.cos(Math.PI * part)) / 2

  const SCHEDULES = {
    "warm-up and cosine": (lr, steps, { warm }) => {
      if (warm === 0) refuse("ZeroDivisionError: division by zero, since the first factor of LinearLR is 1 / 0")
      if (warm === steps) refuse("ZeroDivisionError: division by zero, since the warm-up leaves no step for the cosine")
      return step => step < warm ? lr * (step + 1) / warm : cosine(lr, 0, (step - warm) / (steps - warm))
    },
    StepLR: (lr, steps, { every, gamma }) => step => lr * gamma ** Math.floor(step / every),
    OneCycleLR: (lr, steps, { rise }) => {
      const top = rise * steps - 1, low = lr / 25
      if (top === 0) refuse("ZeroDivisionError: division by zero, since the rise would be over before its first step")
      return step => step <= top ? cosine(low, lr, step / top) : cosine(lr, low / 1e4, (step - top) / (steps - 1 - top))
    },
  }

  function rates(schedule, lr, steps, settings) {
    if (lr < 0) refuse(`ValueError: Invalid learning rate: ${lr}`)
    return range(steps).map(SCHEDULES[schedule](lr, steps, settings))
  }

  function batches(samples, size, drop) {
    if (samples < 0) refuse("No dataset has less than 0 samples.")
    if (samples > 100) refuse("More than 100 samples are too many to show.")
    if (size <= 0) refuse(`ValueError: batch_size should be a positive integer value, but got batch_size=${size}`)
    const count = drop ? Math.floor(samples / size) : Math.ceil(samples / size)
    return range(count).map(number => range(samples).slice(number * size, (number + 1) * size))
  }

  // Of each class the share of the draws, how often one of its samples comes, how many of them never do: on average.
  function expected(counts, weights, draws) {
    if (counts.length !== weights.length) refuse("Write one weight for each class.")
    if (draws <= 0) refuse(`ValueError: num_samples should be a positive integer value, but got num_samples=${draws}`)
    if (sum(counts) > 2 ** 24) refuse("RuntimeError: number of categories cannot exceed 2^24")
    if (weights.some((weight, kind) => weight < 0 && counts[kind]))
      refuse("RuntimeError: invalid multinomial distribution (encountering probability entry < 0)")
    const total = sum(counts.map((count, kind) => count && count * weights[kind]))
    if (!total) refuse("RuntimeError: invalid multinomial distribution (sum of probabilities <= 0)")
    return counts.map((count, kind) => {
      const once = count && weights[kind] / total
      return { share: count * once, times: draws * once, never: count * (1 - once) ** draws }
    })
  }

  function softmax(logits, temperature) {
    if (!logits.length) refuse("Write at least one logit.")
    if (temperature === 0) refuse("Nothing can be divided by a temperature of 0, and torch has no probabilities then. Their limit is argmax.")
    if (logits.every(logit => logit === -Infinity)) refuse("Every logit is -inf: the softmax would divide 0 by 0.")
    const largest = Math.max(...logits), powers = logits.map(logit => Math.exp((logit - largest) / temperature))
    return powers.map(power => power / sum(powers))
  }

  function crossEntropy(logits, target, smoothing) {
    if (smoothing < 0) refuse("torch takes a label_smoothing below 0 for 0, and does not say so.")
    if (smoothing > 1) refuse(`RuntimeError: label_smoothing must be between 0.0 and 1.0. Got: ${smoothing}`)
    softmax(logits, 1)
    if (target === -100) refuse("-100 is ignore_index: no sample is left, and the mean would divide 0 by 0.")
    if (!(target in logits)) refuse(`IndexError: Target ${target} is out of bounds.`)
    const largest = Math.max(...logits), log = Math.log(sum(logits.map(logit => Math.exp(logit - largest)))) + largest
    const losses = logits.map(logit => log - logit), part = (share, loss) => share && share * loss // 0 of inf is 0
    return part(1 - smoothing, losses[target]) + part(smoothing / logits.length, sum(losses))
  }

  function make(tag, attributes = {}, ...children) {
    const element = document.createElement(tag)
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
    element.append(...children)
    return element
  }

  // A row of cells, each [text, class]; shares as bars.
  function row(name, cells) {
    const boxes = make("span", { style: `--cells: ${cells.length}` }, ...cells.map(([text, kind]) => make("i", { class: kind }, text)))
    return make("p", { class: "row cells" }, make("b", {}, name), boxes)
  }

  function bar(name, share, text) {
    return make("p", { class: "row" }, make("b", {}, name), make("progress", { value: share }), make("span", {}, text))
  }

  const text = (label, value) => ({ label, value })
  const slider = (label, value, min, max, step = 1) => ({ label, value, min, max, step, type: "range" })
  const VIEWS = { // of arange(12): shape, stride, offset
    table: ["3, 4", "4, 1", "0"],
    "table.T": ["4, 3", "1, 4", "0"],
    "table[:, ::2]": ["3, 2", "4, 2", "0"],
    "table[1:, ::2]": ["2, 2", "4, 2", "4"],
    "table[:, :1].expand(3, 4)": ["3, 4", "4, 0", "0"],
  }
  const WIDGETS = {
    broadcast: {
      title: "Try two shapes",
      fields: { a: text("Shape of a", "3, 1"), b: text("Shape of b", "4") },
      show(given) {
        const a = shape(given.a, "Shape of a"), b = shape(given.b, "Shape of b"), result = broadcast(a, b)
        const cells = sizes => range(result.length).map(axis => {
          const size = sizes[axis - result.length + sizes.length]
          return [size ?? "", size === result[axis] ? "on" : ""]
        })
        const drawn = result.length <= 8 ? [row("a", cells(a)), row("b", cells(b)), row("a + b", cells(result))] : []
        return [`${tuple(a)} and ${tuple(b)} broadcast to ${tuple(result)}.`, ...drawn]
      },
    },
    strides: {
      title: "Try shape and strides on table's storage",
      fields: {
        view: { label: "As in", options: [...Object.keys(VIEWS), "your own"] },
        shape: text("Shape", "3, 4"), stride: text("Stride", "4, 1"), offset: text("Offset", "0"),
      },
      changed(name, controls) { // a choice writes the three fields, and writing there is a choice
        const keys = ["shape", "stride", "offset"], chosen = VIEWS[controls.view.value]
        if (name !== "view") controls.view.value = "your own"
        else if (chosen) keys.forEach((key, place) => { controls[key].value = chosen[place] })
      },
      show(given) {
        const sizes = shape(given.shape, "Shape"), strides = integers(given.stride, "Stride"), offset = integer(given.offset, "Offset")
        const read = places(12, sizes, strides, offset, 48), more = product(sizes) > 48 ? " …" : ""
        const drawn = [row("storage", range(12).map(place => [place, read.includes(place) ? "on" : ""]))]
        const width = sizes.at(-1) ?? 1
        if (sizes.length <= 2 && !more && width <= 12 && read.length / width <= 6)
          range(read.length / width || 0).forEach(number =>
            drawn.push(row(`row ${number}`, read.slice(number * width, (number + 1) * width).map(place => [place, "on"]))))
        return [`Shape ${tuple(sizes)}, stride ${tuple(strides)}, offset ${offset}: reads ${read.join(" ") || "nothing"}${more}; `
          + `${contiguous(sizes, strides) ? "" : "not "}contiguous.`, ...drawn]
      },
    },
    conv: {
      title: "Try the size that comes out",
      fields: {
        size: text("Size", "7"), kernel: text("Kernel", "2"), stride: text("Stride", "2"), padding: text("Padding", "0"),
        dilation: text("Dilation", "1"),
      },
      show(given) {
        const [size, kernel, stride, padding, dilation] = Object.entries(given).map(([name, text]) => integer(text, name[0].toUpperCase() + name.slice(1)))
        const outputs = convolved(size, kernel, stride, padding, dilation), padded = size + 2 * padding, drawn = []
        const left = padded > 1000 ? "" : ` Never read: ${unread(size, kernel, stride, padding, dilation, outputs)} of ${size}.`
        if (padded <= 24) for (const place of new Set([0, 1, outputs - 1].filter(place => place < outputs))) {
          const reads = new Set(range(kernel).map(step => place * stride + step * dilation))
          const rim = cell => cell < padding || cell >= size + padding ? "rim" : ""
          drawn.push(row(`place ${place}`, range(padded).map(cell => ["", `${rim(cell)} ${reads.has(cell) ? "on" : ""}`])))
        }
        return [`Size ${size}, kernel ${kernel}, stride ${stride}, padding ${padding}, dilation ${dilation}: `
          + `${outputs} come out.${left}`, ...drawn]
      },
    },
    schedule: {
      title: "Try a schedule",
      fields: {
        schedule: { label: "Schedule", options: Object.keys(SCHEDULES) }, lr: text("Learning rate", "1"),
        steps: slider("Steps", 12, 1, 40), warm: { ...slider("Warm-up steps", 4, 0, 40), of: "warm-up and cosine" },
        every: { ...slider("step_size", 5, 1, 20), of: "StepLR" }, gamma: { ...slider("gamma", 0.3, 0, 1, 0.05), of: "StepLR" },
        rise: { ...slider("pct_start", 0.3, 0, 1, 0.05), of: "OneCycleLR" },
      },
      show({ schedule, lr, steps, ...settings }) {
        const given = Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, Number(value)]))
        const values = rates(schedule, only(numbers(lr, "Learning rate"), "Learning rate"), Number(steps), given)
        const largest = Math.max(...values) || 1
        const bars = values.map(value => make("i", { style: `height: ${100 * value / largest}%` }))
        return [`${schedule}, by step: ${values.map(short).join(" ")}`, make("p", { class: "curve" }, ...bars)]
      },
    },
    batches: {
      title: "Try other sizes",
      fields: {
        samples: text("Samples", "10"), size: text("batch_size", "4"),
        drop: { label: "drop_last", options: ["False", "True"] },
      },
      show(given) {
        const samples = integer(given.samples, "Samples"), dealt = batches(samples, integer(given.size, "batch_size"), given.drop === "True")
        const left = samples - sum(dealt.map(batch => batch.length))
        return [`Batches: ${dealt.length}. ${dealt.map(list).join(" ")} Left out: ${left}.`]
      },
    },
    weighted: {
      title: "Try other weights",
      fields: {
        counts: text("Samples of each class", "10, 71"), weights: text("Weight of each sample", "1/10, 1/71"), draws: text("Draws", "81"),
      },
      show(given) {
        const counts = shape(given.counts, "Samples of each class"), draws = integer(given.draws, "Draws")
        const classes = expected(counts, numbers(given.weights, "Weight of each sample"), draws)
        const said = classes.map(({ share, times, never }, kind) => `class ${kind} gets ${short(share * draws)}, each of its `
          + `${counts[kind]} samples comes ${short(times)} times, ${short(never)} never come`)
        return [`Of ${draws} draws, on average: ${said.join("; ")}.`,
          ...classes.map(({ share }, kind) => bar(`class ${kind}`, share, `${(100 * share).toFixed(1)} %`))]
      },
    },
    softmax: {
      title: "Try a temperature",
      fields: { logits: text("Logits", "2, 1, -1"), temperature: slider("Temperature", 1, 0, 5, 0.1) },
      show(given) {
        const shares = softmax(numbers(given.logits, "Logits"), Number(given.temperature))
        return [`Divided by ${given.temperature}: ${shares.map(share => share.toFixed(4)).join(" ")}`,
          ...shares.slice(0, 10).map((share, kind) => bar(`class ${kind}`, share, `${(100 * share).toFixed(1)} %`))]
      },
    },
    loss: {
      title: "Try one sample",
      fields: { logits: text("Logits", "2, 1, -1"), target: text("Target", "0"), smoothing: text("label_smoothing", "0.1") },
      show(given) {
        const logits = numbers(given.logits, "Logits"), target = integer(given.target, "Target")
        const smoothing = only(numbers(given.smoothing, "label_smoothing"), "label_smoothing")
        const loss = crossEntropy(logits, target, smoothing), share = softmax(logits, 1)[target]
        return [`The right class got ${share.toFixed(4)}, and the loss is ${loss === Infinity ? "inf" : loss.toFixed(4)}.`]
      },
    },
  }

  function control(name, { label, options, ...attributes }) {
    if (options) return make("label", {}, label, make("select", { name }, ...options.map(option => make("option", {}, option))))
    const plain = Object.fromEntries(["type", "min", "max", "step", "value"].flatMap(key => key in attributes ? [[key, attributes[key]]] : []))
    const input = make("input", { type: "text", name, autocomplete: "off", spellcheck: "false", ...plain })
    return make("label", {}, label, input)
  }

  document.querySelectorAll("[data-widget]:not(.ready)").forEach(box => { // the script comes with each widget of a page
    const { title, fields, show, changed = () => {} } = WIDGETS[box.dataset.widget]
    const told = box.querySelector("output"), drawn = make("div", { "aria-hidden": "true" }) // its words say what it draws
    const form = make("fieldset", {}, make("legend", {}, title), ...Object.entries(fields).map(([name, field]) => control(name, field)))
    const controls = Object.fromEntries([...form.querySelectorAll("[name]")].map(control => [control.name, control]))
    const update = () => {
      for (const [name, { of, type }] of Object.entries(fields)) {
        const label = controls[name].parentElement
        label.hidden = of && of !== controls.schedule.value
        if (type) label.dataset.value = controls[name].value
      }
      let said, nodes = []
      try {
        [said, ...nodes] = show(Object.fromEntries(Object.entries(controls).map(([name, { value }]) => [name, value])))
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        said = error.message
        box.classList.add("refused")
      }
      if (said !== told.textContent) told.textContent = said
      drawn.replaceChildren(...nodes)
    }
    form.addEventListener("input", event => {
      box.classList.remove("refused")
      changed(event.target.name, controls)
      update()
    })
    box.classList.add("ready")
    box.prepend(form)
    box.append(drawn)
    update()
  })
})()
