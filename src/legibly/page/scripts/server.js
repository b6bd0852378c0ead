// What the page asks of `legibly serve`. A page that was saved as a file has no server.

const TOKEN_KEY = "legibly-token";

export class ServerError extends Error {
  constructor(status, text) {
    super(text);
    this.status = status;
  }
}

export class Server {
  constructor() {
    this.there = document.querySelector('meta[name="legibly-server"]') !== null;
    this.askToken = async () => null;
    const given = /[#&]token=([^&]+)/.exec(location.hash);
    if (given) {
      sessionStorage.setItem(TOKEN_KEY, decodeURIComponent(given[1]));
      history.replaceState(null, "", location.pathname);
    }
    this.token = this.there ? sessionStorage.getItem(TOKEN_KEY) : null;
  }

  // A file as it is; {data, notes} with its recordings, nothing restored.
  async read(file, options = {}) {
    const form = new FormData();
    form.append("file", file);
    for (const [name, value] of Object.entries({ ...options, to: "json" })) form.append(name, value);
    const answer = await this.#ask("v1/convert", { method: "POST", body: form });
    return { data: await answer.json(), notes: JSON.parse(answer.headers.get("Legibly-Notes") ?? "[]") };
  }

  async format(data, options, signal) {
    return (await this.#post("v1/format", { ...options, content: data, from: "json", to: "json" }, signal)).json();
  }

  async convert(data, options) {
    return (await this.#post("v1/convert", { ...options, content: data, from: "json" })).blob();
  }

  async subtitles(data, options, signal) {
    return (await this.#post("v1/subtitles", { ...options, content: data, from: "json" }, signal)).json();
  }

  async readings(words, language, first, last, options, signal) {
    const content = { legibly: 1, language, words };
    return (await this.#post("v1/readings", { ...options, content, from: "json", first, last }, signal)).json();
  }

  async compare(reference, hypothesis, options) {
    const form = new FormData();
    form.append("reference", reference);
    form.append("hypothesis", hypothesis);
    for (const [name, value] of Object.entries(options)) form.append(name, value);
    return (await this.#ask("v1/compare", { method: "POST", body: form })).json();
  }

  async formats() {
    return (await (await this.#ask("v1/formats")).json()).formats;
  }

  async models() {
    return (await (await this.#ask("v1/models")).json()).models;
  }

  // What `legibly open` was started with; null where it was not.
  async opened() {
    try {
      return await (await this.#ask("v1/opened")).json();
    } catch (error) {
      if (error.status === 404) return null;
      throw error;
    }
  }

  async openedTranscript() {
    return (await this.#ask("v1/opened/transcript")).json();
  }

  async openedSound() {
    return (await this.#ask("v1/opened/sound")).blob();
  }

  // The page as one file, to put a transcript into.
  async emptyPage() {
    return (await this.#ask("page/one-file.html")).text();
  }

  stream(query) {
    const url = new URL(`v1/stream?${new URLSearchParams(query)}`, location.href);
    url.protocol = url.protocol.replace("http", "ws");
    const protocols = this.token ? ["legibly", `legibly.token.${this.token}`] : ["legibly"];
    return new WebSocket(url, protocols);
  }

  #post(path, fields, signal) {
    const body = JSON.stringify(fields);
    return this.#ask(path, { method: "POST", body, signal, headers: { "Content-Type": "application/json" } });
  }

  async #ask(path, request = {}) {
    if (!this.there) throw new ServerError(0, "this page has no server: open it with `legibly open`");
    const headers = { ...request.headers };
    if (this.token) headers.Authorization = `Bearer ${this.token}`;
    let answer;
    try {
      answer = await fetch(path, { ...request, headers });
    } catch (error) {
      if (error.name === "AbortError") throw error;
      throw new ServerError(0, "the server does not answer: is `legibly serve` still running?");
    }
    if (answer.ok) return answer;
    if (answer.status === 401) {
      const token = await this.askToken();
      if (token) {
        this.token = token;
        sessionStorage.setItem(TOKEN_KEY, token);
        return this.#ask(path, request);
      }
    }
    throw new ServerError(answer.status, await problemOf(answer));
  }
}

async function problemOf(answer) {
  try {
    return (await answer.json()).detail;
  } catch {
    return `the server answers ${answer.status}`;
  }
}
