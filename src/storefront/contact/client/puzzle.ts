/** The functions that Turnstile and hCaptcha share. */
interface PuzzleApi {
  /** @returns id of the widget */
  render: (place: HTMLElement, options: Record<string, unknown>) => unknown;
  reset: (widget: unknown) => void;
}

declare global {
  interface Window {
    turnstile?: PuzzleApi;
    hcaptcha?: PuzzleApi;
    /** Called by the service's script when it has started. */
    chowkPuzzleReady?: () => void;
  }
}

/** Statuses after which an answer is used up. */
const used = /^(sent|failed|spam)$/;

/** Shows the widget of a form when it is first used, and holds the form back until its puzzle is solved. */
export function startPuzzle(element: HTMLElement, signal: AbortSignal): void {
  const form = element.querySelector("form");
  const place = form?.querySelector<HTMLElement>(".wpcf7-puzzle");
  if (!form || !place) return;
  const puzzle = new Puzzle(form, place);
  const first = new AbortController();
  signal.addEventListener("abort", () => first.abort());
  const show = () => {
    first.abort();
    void puzzle.show(signal);
  };
  for (const name of ["focusin", "pointerdown", "input"])
    form.addEventListener(name, show, { capture: true, signal: first.signal });
  if (form.contains(document.activeElement)) show();
}

class Puzzle {
  readonly #form: HTMLFormElement;
  readonly #place: HTMLElement;
  #isSolved = false;

  constructor(form: HTMLFormElement, place: HTMLElement) {
    this.#form = form;
    this.#place = place;
  }

  async show(signal: AbortSignal): Promise<void> {
    const { dataset } = this.#place;
    // Before any form script sends it.
    addEventListener("submit", (event) => this.#hold(event), { capture: true, signal });
    try {
      this.#render(await loadApi(dataset), signal);
    } catch (error) {
      reportError(error);
      this.#giveUp();
    }
  }

  /** Lets the form go without an answer: the server keeps the message as spam, so that it is not lost. */
  #giveUp(): void {
    this.#isSolved = true;
    this.#say(this.#place.dataset.unloaded);
  }

  #render(api: PuzzleApi, signal: AbortSignal): void {
    const place = this.#place;
    const note = (isSolved: boolean) => {
      this.#isSolved = isSolved;
      if (isSolved) this.#say("");
    };
    const widget = api.render(place.appendChild(document.createElement("div")), {
      sitekey: place.dataset.siteKey,
      theme: matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light",
      size: place.clientWidth < 303 ? "compact" : "normal",
      callback: () => note(true),
      "expired-callback": () => note(false),
      "error-callback": () => this.#giveUp(),
    });
    const onStatus = (event: Event) => {
      if (!used.test((event as CustomEvent<{ status: string }>).detail.status)) return;
      note(false);
      api.reset(widget);
    };
    this.#form.addEventListener("wpcf7statuschanged", onStatus, { signal });
  }

  #hold(event: Event): void {
    if (event.target !== this.#form || this.#isSolved) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.#say(this.#place.dataset.unsolved);
    this.#place.scrollIntoView({ block: "nearest" });
  }

  #say(text = ""): void {
    const known = this.#place.querySelector<HTMLElement>("[role=alert]");
    const message = known ?? this.#place.appendChild(document.createElement("span"));
    message.role = "alert";
    message.textContent = text;
  }
}

/** Loads the service's script, once per page. @throws Error if it cannot be loaded */
function loadApi({ service, src = "" }: DOMStringMap): Promise<PuzzleApi> {
  return new Promise((resolve, reject) => {
    const find = () => (service === "hcaptcha" ? window.hcaptcha : window.turnstile);
    const loading = document.querySelector<HTMLScriptElement>("script[data-chowk-puzzle]");
    const api = find();
    if (api && !loading) return resolve(api);
    const script = loading ?? document.createElement("script");
    const fail = () => {
      script.remove();
      reject(new Error(`${service} cannot be loaded`));
    };
    const { chowkPuzzleReady: tellOthers } = window;
    window.chowkPuzzleReady = () => {
      tellOthers?.();
      delete script.dataset.chowkPuzzle;
      const started = find();
      if (started) resolve(started);
      else fail();
    };
    script.addEventListener("error", fail);
    if (loading) return;
    script.dataset.chowkPuzzle = "";
    script.src = `${src}&onload=chowkPuzzleReady`;
    document.head.append(script);
  });
}
