// The search: the words of a query, or of the message in a pasted traceback, to the sections that hold them. The index
// comes from handbook/search.py in small scripts, each loaded when it is needed, also from disk.
{
  const root = new URL("..", document.currentScript.src);
  const dialog = document.querySelector("dialog.search");
  const box = dialog.querySelector("input");
  const status = dialog.querySelector(".search-status");
  const list = dialog.querySelector(".search-results");
  const SMALL = new Set("a an and are as at be but by can do does for from had has have how i if in into is it its my no not of on or so than that the then there these they this to was we what when where which why with you your".split(" "));

  const files = new Map();
  const waiting = new Map();
  window.searched = (name, content) => waiting.get(name)(content);

  function file(number) {
    const name = String(number);
    if (!files.has(name)) files.set(name, new Promise(resolve => {
      waiting.set(name, resolve);
      const script = document.createElement("script");
      script.src = new URL(`search/${name}.js`, root);
      document.head.append(script);
    }));
    return files.get(name);
  }

  function stem(word) {
    if (!/^[a-z]+$/.test(word)) return word;
    const short = word.replace(/(?<=\w{3})(?:at(?:ions?|ing|ed|es?|ors?)|ings?|ions?|ed|e?s(?<!ss)|e|ly)$/, "");
    return short.replace(/([^aeiouls])\1$/, "$1");
  }

  function wordsOf(text) {
    const words = (text.match(/[\p{L}\p{N}_]+/gu) ?? []).filter(word => /\p{L}/u.test(word));
    const telling = words.filter(word => !SMALL.has(word.toLowerCase()));
    return [...new Set((telling.length ? telling : words).map(word => stem(word.toLowerCase())))];
  }

  // One letter more, less, other or swapped with the next.
  function near(a, b) {
    let at = 0;
    while (at < a.length && a[at] === b[at]) at++;
    const [x, y] = [a.slice(at), b.slice(at)];
    return x.slice(1) === y.slice(1) || x === y.slice(1) || x.slice(1) === y
      || (x[0] === y[1] && x[1] === y[0] && x.slice(2) === y.slice(2));
  }

  // What counts for a word, and how much of it: the word itself, or what it begins, or what it may be meant for.
  function readings(word, known, unfinished) {
    if (known[word]) return [[word, 1]];
    const others = Object.keys(known);
    const begun = unfinished ? others.filter(other => other.startsWith(unfinished)) : [];
    const meant = begun.length || word.length < 4 ? begun : others.filter(other => near(word, other));
    return meant.map(other => [other, 0.5]);
  }

  async function find(text) {
    const words = wordsOf(text);
    const letters = await file("letters");
    const typed = /[\p{L}\p{N}_]$/u.test(text) ? text.toLowerCase().match(/[\p{L}\p{N}_]+$/u)[0] : "";
    const scores = new Map();
    await Promise.all(words.map(async (word, place) => {
      const number = letters.indexOf(word.slice(0, 2));
      if (number < 0) return;
      const known = await file(number);
      const best = new Map();
      for (const [other, share] of readings(word, known, place === words.length - 1 && typed.length > 2 && typed)) {
        for (let i = 0; i < known[other].length; i += 2) {
          const section = known[other][i];
          best.set(section, Math.max(best.get(section) ?? 0, share * known[other][i + 1]));
        }
      }
      best.forEach((score, section) => {
        const [sum, count] = scores.get(section) ?? [0, 0];
        scores.set(section, [sum + score, count + 1]);
      });
    }));
    const ranked = [...scores].map(([section, [sum, count]]) => [section, sum * Math.sqrt(count / words.length)]);
    ranked.sort((one, other) => other[1] - one[1] || one[0] - other[0]);
    const shown = [];
    for (const [section] of ranked) {
      const page = Math.floor(section / 1000);
      if (shown.filter(other => Math.floor(other / 1000) === page).length < 3) shown.push(section);
      if (shown.length === 10) break;
    }
    return Promise.all(shown.map(async section => {
      const [address, title, sections] = await file(`page-${Math.floor(section / 1000)}`);
      const [anchor, heading, text] = sections[section % 1000];
      return { address: `${new URL(address, root)}${anchor && `#${anchor}`}`, title, heading, text };
    }));
  }

  function entry({ address, title, heading, text }) {
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = address;
    for (const [tag, words] of [["strong", heading], ["span", heading === title ? "" : title], ["p", text]]) {
      if (words) link.appendChild(document.createElement(tag)).textContent = words;
    }
    item.append(link);
    return item;
  }

  let latest = 0;
  async function show() {
    const query = box.value.trim();
    const number = ++latest;
    const found = query ? await find(box.value) : [];
    if (number !== latest) return;
    list.replaceChildren(...found.map(entry));
    list.scrollTop = 0;
    status.textContent = found.length ? "" : query ? "Nothing here has these words. Fewer words may find more." : "";
  }

  // The words of the message in a pasted traceback: its last error, up to the end of the sentence, without what is the
  // reader's own: numbers, sizes, quotes, paths.
  function messageIn(pasted) {
    const lines = pasted.replace(/\x1b\[[\d;]*m/g, "").split(/\r?\n/).filter(line => line.trim());
    const error = /^(?:\w+\.)*\w*(?:Error|Exception|Warning|Interrupt|Unsupported|SymNode|InvalidArgument|Fail)\b:?\s*/;
    const start = lines.findLastIndex(line => error.test(line));
    const told = start < 0 ? lines.slice(-1) : [lines[start].replace(error, ""), ...lines.slice(start + 1, start + 3)];
    const [sentence] = told.join(" ").split(/(?<=\w{3}[.!])\s+(?=[A-Z(])/);
    const plain = sentence.replace(/\([^()]*\d[^()]*\)|\[[^\]]*\]|[\w.-]*[\\/][\w\\/.-]*|\b\d+\b/g, " ");
    const words = plain.split(/[^\p{L}\d_.]+/u).map(word => word.replace(/^\.+|\.+$/g, ""));
    const telling = words.filter(word => word && !SMALL.has(word.toLowerCase()));
    return telling.slice(0, 12).join(" ") || (lines[start] ?? "").trim();
  }

  box.addEventListener("input", show);
  box.addEventListener("paste", event => {
    const pasted = event.clipboardData.getData("text");
    if (!/[\n"]|(Error|Exception|Warning):/.test(pasted)) return;
    event.preventDefault();
    box.value = `${messageIn(pasted)} `;
    show();
  });

  const open = () => {
    if (!dialog.open) dialog.showModal();
    box.select();
    file("letters");
  };
  dialog.addEventListener("click", event => {
    if (event.target === dialog || event.target.closest(".search-results a")) dialog.close();
  });
  dialog.addEventListener("keydown", event => {
    const links = [...list.querySelectorAll("a")];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      (links[links.indexOf(document.activeElement) + step] ?? box).focus();
    } else if (event.key === "Enter" && event.target === box) {
      event.preventDefault();
      links[0]?.click();
    }
  });
  document.addEventListener("keydown", event => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select")) return;
    if (!["s", "f", "/"].includes(event.key) || dialog.open) return;
    event.preventDefault();
    open();
  });
  document.addEventListener("click", event => {
    if (!event.target.closest(".search-open, .ask")) return;
    event.preventDefault();
    open();
  });
}
