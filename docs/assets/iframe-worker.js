// A page opened from disk may not start a Worker: run the script of the search in a hidden frame instead.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      this.inside = new Promise(resolve => {
        frame.addEventListener("load", () => {
          const inside = frame.contentWindow;
          inside.postMessage = data => this.dispatchEvent(new MessageEvent("message", { data }));
          const script = inside.document.createElement("script");
          script.addEventListener("load", () => resolve(inside));
          script.src = url;
          inside.document.body.append(script);
        }, { once: true });
      });
      document.body.append(frame);
    }

    async postMessage(data) {
      (await this.inside).dispatchEvent(new MessageEvent("message", { data }));
    }
  };
}
