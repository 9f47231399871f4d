// Search for what a traceback says; names for what the theme's script creates, which axe asks for; buttons that copy a
// whole script; ticks of exercises.
const SMALL_WORDS = new Set("a an and are as at be but by can do does for from had has have if in is it its no not of on or so than that the then there these they this to was when which with you your".split(" "));

// The words of the message in a pasted traceback: its last error, up to the end of the sentence, without what is the
// reader's own: numbers, sizes, quotes, paths.
function messageIn(pasted) {
  const lines = pasted.replace(/\x1b\[[\d;]*m/g, "").split(/\r?\n/).filter(line => line.trim());
  const error = /^(?:\w+\.)*\w*(?:Error|Exception|Warning|Interrupt)\b:?\s*/;
  const start = lines.findLastIndex(line => error.test(line));
  const told = start < 0 ? lines.slice(-1) : [lines[start].replace(error, ""), ...lines.slice(start + 1, start + 3)];
  const [sentence] = told.join(" ").split(/(?<=\w{3}[.!])\s+(?=[A-Z(])/);
  const plain = sentence.replace(/\([^()]*\d[^()]*\)|\[[^\]]*\]|[\w.-]*[\\/][\w\\/.-]*|\b\d+\b/g, " ");
  const words = plain.split(/[^\p{L}\d_.]+/u).map(word => word.replace(/^\.+|\.+$/g, ""));
  const telling = words.filter(word => word && !SMALL_WORDS.has(word.toLowerCase()));
  return telling.slice(0, 12).join(" ") || (lines[start] ?? "").trim();
}

const box = document.querySelector(".md-search__input");
box?.addEventListener("paste", event => {
  const pasted = event.clipboardData.getData("text");
  if (!/[\n"]|(Error|Exception|Warning):/.test(pasted)) return;
  event.preventDefault();
  box.value = messageIn(pasted);
  box.dispatchEvent(new KeyboardEvent("keyup", { bubbles: true }));
});
// The theme takes words in quotes for words that must occur, and messages are full of them.
box?.addEventListener("input", () => {
  if (box.value.includes('"')) box.value = box.value.replaceAll('"', " ");
});

document$.subscribe(() => {
  const repair = () => {
    document.querySelectorAll(".md-code__nav:not([role])").forEach(nav => nav.setAttribute("role", "none"));
    document.querySelectorAll(".md-typeset__scrollwrap:not([tabindex])").forEach(box => {
      box.tabIndex = 0;
      box.setAttribute("role", "group");
      box.setAttribute("aria-label", "Table");
    });
  };
  repair();
  new MutationObserver(repair).observe(document.querySelector(".md-content"), { childList: true, subtree: true });

  document.querySelectorAll("button.copy-script").forEach(button => {
    button.hidden = location.protocol === "file:";
    button.addEventListener("click", async () => {
      try {
        const answer = await fetch(button.dataset.script);
        if (!answer.ok) throw new Error(answer.status);
        await navigator.clipboard.writeText(await answer.text());
        button.textContent = "Copied";
      } catch {
        button.textContent = "Copying failed: use the download";
      }
    });
  });

  const boxes = [...document.querySelectorAll("input[data-exercise]")];
  const count = () => {
    const solved = boxes.filter(box => box.checked).length;
    document.querySelector("output.solved").textContent = `${solved} of ${boxes.length} solved.`;
  };
  boxes.forEach(box => {
    const key = `exercise:${box.dataset.exercise}`;
    box.hidden = false;
    box.checked = __md_get(key) === true;
    box.addEventListener("change", () => {
      __md_set(key, box.checked);
      count();
    });
  });
  if (boxes.length) count();
});
