import { routes } from "#routes";
import { announce } from "./announce.ts";
import { openModal } from "./open-modal.ts";
import { parameters } from "./parameters.ts";
import { report } from "./report.ts";
import { takeOver } from "./take-over.ts";

/** How long (ms) the shop may take to answer. */
const patience = 20_000;

/**
 * Buy now on a card: the quick checkout opens over the page. Without us the button leads to the product's page, or to the
 * checkout where there is nothing to choose. Source: storefront specification 2 and 4, "Quick-checkout popup".
 */
export function startQuickBuy(): void {
  const dialog = document.querySelector<HTMLDialogElement>("#quick-buy");
  if (!dialog) return;
  const quickBuy = new QuickBuy(dialog);
  document.addEventListener("click", (event) => {
    const button = (event.target as Element).closest<HTMLButtonElement>(".qcfw_shop_buy_now_button");
    if (button?.dataset.productId && !event.defaultPrevented) takeOver(event, () => quickBuy.open(button));
  });
}

class QuickBuy {
  readonly #dialog: HTMLDialogElement;
  readonly #content: HTMLElement;
  #opener: HTMLButtonElement | undefined;
  /** Of what was asked for last; whatever else comes is too late. */
  #asked: AbortController | undefined;

  constructor(dialog: HTMLDialogElement) {
    this.#dialog = dialog;
    this.#content = dialog.querySelector<HTMLElement>(".quick-content") ?? dialog;
    dialog.addEventListener("click", ({ target, detail }) => {
      if (!(target instanceof Element)) return;
      // What was pressed twice to open it closes nothing.
      const isVeil = target === dialog && detail < 2;
      if (isVeil || target.closest(".quick-close")) dialog.close();
      else if (target.closest(".quick-again")) void this.#ask();
    });
    dialog.addEventListener("submit", (event) => this.#sendOnce(event));
    dialog.addEventListener("close", () => this.#leave());
    // Whoever comes back from the checkout comes back to the page.
    window.addEventListener("pagehide", () => dialog.close());
  }

  open(button: HTMLButtonElement): void {
    if (this.#dialog.open) return;
    this.#opener = button;
    this.#content.replaceChildren(this.#drawn("loading"));
    openModal(this.#dialog);
    void this.#ask();
  }

  async #ask(): Promise<void> {
    const asked = new AbortController();
    this.#asked = asked;
    this.#content.replaceChildren(this.#drawn("loading"));
    const timer = setTimeout(() => asked.abort(), patience);
    try {
      const [html] = await Promise.all([
        fetchPanel(this.#opener?.dataset.productId ?? "", asked.signal),
        loadSheet(this.#dialog.dataset.sheet ?? ""),
      ]);
      if (this.#asked === asked) this.#show(html);
    } catch {
      if (this.#asked === asked) this.#fail("failed");
    } finally {
      clearTimeout(timer);
    }
  }

  /** An empty answer means that there is no such thing. */
  #show(html: string): void {
    if (html === "") return this.#fail("notFound");
    this.#content.innerHTML = html;
    const title = this.#content.querySelector("#quick-title");
    if (title) this.#dialog.setAttribute("aria-labelledby", title.id);
    announce(title?.textContent ?? "");
    const pictures = this.#content.querySelector<HTMLElement>(".quick-pictures");
    if (pictures?.querySelector(".slide-controls")) {
      import("./quick-slider.ts").then(({ startSlider }) => startSlider(pictures), report);
    }
  }

  /** Says why there is nothing, and offers ways on. */
  #fail(reason: "failed" | "notFound"): void {
    // The line of the protocol. Source: storefront specification 8.
    console.error("Error retrieving product details.");
    this.#content.replaceChildren(this.#drawn("failed"));
    const words = this.#content.querySelector<HTMLElement>("[role=alert]");
    words?.append(words.dataset[reason] ?? "");
    const link = this.#content.querySelector<HTMLAnchorElement>(".quick-page");
    if (link) link.href = this.#opener?.form?.action ?? "";
  }

  #drawn(name: "loading" | "failed"): Node {
    this.#dialog.removeAttribute("aria-labelledby");
    return this.#dialog.querySelector<HTMLTemplateElement>(`.quick-${name}`)?.content.cloneNode(true) ?? new Text();
  }

  /** Pressed again while the page is being left, it would buy once more. */
  #sendOnce(event: SubmitEvent): void {
    if (event.defaultPrevented || !event.submitter) return;
    if (event.submitter.classList.contains("loading")) return event.preventDefault();
    event.submitter.classList.add("loading");
    event.submitter.setAttribute("aria-busy", "true");
  }

  #leave(): void {
    this.#asked?.abort();
    this.#asked = undefined;
    this.#content.replaceChildren();
    // Not every browser gives the focus to a button that is pressed, and then none back.
    if (document.activeElement === document.body) this.#opener?.focus();
  }
}

/** @returns HTML, or "". @throws when the network fails, or the answer is none */
async function fetchPanel(productId: string, signal: AbortSignal): Promise<string> {
  const { ajax_url = routes.siteCall(), nonce = "" } = parameters("qcfw_checkout_quick_view") ?? {};
  const answer = await fetch(ajax_url, {
    method: "POST",
    body: new URLSearchParams({ action: "qcfw_checkout_quick_view", nonce, product_id: productId }),
    signal,
  });
  const html = (await answer.text()).trim();
  // Plain text is what the protocol answers to a nonce that is no good.
  if (!answer.ok || (html !== "" && !html.startsWith("<"))) throw new Error(`${answer.status} ${html.slice(0, 80)}`);
  return html;
}

/** Links a style sheet that the page does not have, under those that it has. Ends when it is there, or does not come. */
async function loadSheet(href: string): Promise<void> {
  const sheets = [...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")];
  if (href === "" || sheets.some((sheet) => sheet.getAttribute("href") === href)) return;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = href;
  const came = new Promise((resolve) => {
    link.onload = link.onerror = resolve;
  });
  sheets[0]?.after(link);
  await came;
}
