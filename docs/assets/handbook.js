// Names for what the theme's script creates, which axe asks for; buttons that copy a whole script; ticks of exercises.
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
    const type = "text/plain";
    const load = async () => {
      const answer = await fetch(button.dataset.script);
      if (!answer.ok) throw new Error(answer.status);
      return new Blob([await answer.text()], { type });
    };
    button.hidden = location.protocol === "file:";
    button.addEventListener("click", async () => {
      try { // WebKit allows writing only within the click, so it gets a promise
        if (window.ClipboardItem) await navigator.clipboard.write([new ClipboardItem({ [type]: load() })]);
        else await navigator.clipboard.writeText(await (await load()).text());
        button.textContent = "Copied";
      } catch {
        button.textContent = "Copying failed: use the download";
      }
    });
  });

  document.querySelectorAll(".filter").forEach(filter => {
    const [input, told] = filter.querySelectorAll("input, output");
    const rows = [...filter.nextElementSibling.querySelectorAll("tbody tr")];
    input.addEventListener("input", () => {
      const words = input.value.toLowerCase().split(/\s+/);
      rows.forEach(row => row.hidden = !words.every(word => row.textContent.toLowerCase().includes(word)));
      told.textContent = `${rows.filter(row => !row.hidden).length} of ${rows.length}`;
    });
    filter.hidden = false;
  });

  const boxes = [...document.querySelectorAll("input[data-exercise]")];
  const count = () => document.querySelectorAll(".progress > progress").forEach(bar => {
    const those = boxes.filter(box => box.dataset.exercise.startsWith(bar.dataset.exercises));
    bar.max = those.length;
    bar.value = those.filter(box => box.checked).length;
    bar.nextElementSibling.textContent = `${bar.value} of ${bar.max} solved`;
    bar.parentElement.hidden = false;
  });
  const key = box => `exercise:${box.dataset.exercise}`;
  const keep = box => {
    __md_set(key(box), box.checked);
    count();
  };
  boxes.forEach(box => {
    box.hidden = false;
    box.checked = __md_get(key(box)) === true;
    box.addEventListener("change", () => keep(box));
  });
  count();

  document.querySelectorAll(".kept").forEach(kept => {
    const [save, load, told] = kept.querySelectorAll("button, input, output");
    save.addEventListener("click", () => {
      const solved = boxes.filter(box => box.checked).map(box => box.dataset.exercise);
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([JSON.stringify(solved)], { type: "application/json" }));
      link.download = "solved-exercises.json";
      link.click();
      URL.revokeObjectURL(link.href);
    });
    load.addEventListener("change", async () => {
      try {
        const solved = new Set(JSON.parse(await load.files[0].text()));
        const found = boxes.filter(box => solved.has(box.dataset.exercise));
        found.forEach(box => {
          box.checked = true;
          keep(box);
        });
        told.textContent = `${found.length} ticks loaded; what was ticked here stays so.`;
      } catch {
        told.textContent = "This file holds no ticks. Choose one that was saved on this page.";
      }
    });
    kept.hidden = false;
  });
});
