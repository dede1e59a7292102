// To the search two dashes are a query that cannot be read: `--expect-gpu` asks for what has both of its words.
const words = (flag) => flag.split("-").filter(Boolean).map((word) => `+${word}*`).join(" ");
const readable = (message) =>
  typeof message.data === "string"
    ? { ...message, data: message.data.replace(/(^|\s)--([\w-]*)/g, (_, before, flag) => before + words(flag)) }
    : message;

// The search of the site runs in a worker, and a browser starts none for a page that is read from a disk (file://).
// There an iframe runs the script of the worker; messages go both ways as events.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      frame.title = "search";
      const script = new URL(url, document.baseURI).href.replace(/[&"<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
      frame.srcdoc = `<script>postMessage = (data) => frameElement.answer(data)</script><script src="${script}"></script>`;
      frame.answer = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      this.ready = new Promise((done) => frame.addEventListener("load", () => done(frame.contentWindow)));
      document.body.append(frame);
    }

    postMessage(data) {
      const event = new MessageEvent("message", { data: readable(data) });
      this.ready.then((frame) => frame.dispatchEvent(event));
    }
  };
} else {
  window.Worker = class extends Worker {
    postMessage(data) {
      super.postMessage(readable(data));
    }
  };
}
