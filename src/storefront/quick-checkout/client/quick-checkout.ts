import { clientRoutes } from "#routes";
import { closest } from "../../client/closest.ts";
import { intercept } from "../../client/intercept.ts";
import { openModal } from "../../client/open-modal.ts";
import type { IdempotencyKeys } from "../../client/requests/idempotency-keys.ts";
import { parameters } from "../../client/requests/parameters.ts";
import { defineWidget } from "../../client/widget.ts";
import type { QuickCheckoutPanel } from "./quick-checkout-panel.ts";

const timeoutMs = 20_000;

/**
 * Defines `<shop-quick-checkout>`, the popup of the Buy now buttons on cards. Without scripts the button leads to the product's
 * page, or to the checkout if there is nothing to choose. Source: storefront specification 2 and 4, "Quick-checkout popup".
 */
export function defineQuickCheckout(keys: IdempotencyKeys): void {
  defineWidget("shop-quick-checkout", (element, signal) => {
    const dialog = element.querySelector("dialog");
    if (dialog) new QuickCheckout(dialog, keys, signal);
  });
}

class QuickCheckout {
  readonly #dialog: HTMLDialogElement;
  readonly #keys: IdempotencyKeys;
  readonly #signal: AbortSignal;
  #panel: QuickCheckoutPanel | undefined;
  /** Browsers do not retry a failed import until the page is reloaded. */
  #isImportFailed = false;
  /** Counts the requests; only the answer to the last one is shown. */
  #request = 0;

  constructor(dialog: HTMLDialogElement, keys: IdempotencyKeys, signal: AbortSignal) {
    this.#dialog = dialog;
    this.#keys = keys;
    this.#signal = signal;
    // Coming back from the checkout shows the page without the popup.
    window.addEventListener("pagehide", () => dialog.close(), { signal });
    document.addEventListener("click", (event) => this.#onClick(event), { signal });
  }

  #onClick(event: Event): void {
    const button = closest<HTMLButtonElement>(event, ".qcfw_shop_buy_now_button");
    if (!button?.form || !button.dataset.productId || event.defaultPrevented) return;
    intercept(event, () => {
      if (this.#dialog.open) return;
      // Opening takes a slow phone longer than anything else here: the requests are on their way meanwhile.
      void this.#load(button);
      openModal(this.#dialog);
    });
  }

  /** Loads the product's panel, its code and its style sheet in parallel and shows it, or an error. */
  async #load(button: HTMLButtonElement): Promise<void> {
    const dialog = this.#dialog;
    const request = ++this.#request;
    showTemplate(dialog, "loading");
    // Submitting does what the button does without scripts.
    if (this.#isImportFailed) return button.form?.requestSubmit(button);
    const controller = new AbortController();
    const { signal } = controller;
    dialog.addEventListener("close", () => dialog.open || controller.abort(), { signal });
    const timer = setTimeout(() => controller.abort(), timeoutMs);
    const isCurrent = () => request === this.#request && dialog.open;
    try {
      const panel = unlessAborted(this.#import(), signal);
      const content = fetchPanel(button.dataset.productId ?? "", signal);
      const sheet = loadSheet(dialog.dataset.sheet ?? "", signal);
      const [{ read, show }, response] = await Promise.all([panel, content, sheet]);
      const html = await read(response);
      if (!isCurrent()) return;
      if (html === "") this.#fail(button, "notFound");
      else show(button, html);
    } catch {
      if (isCurrent()) this.#fail(button, "failed");
    } finally {
      clearTimeout(timer);
    }
  }

  #import(): Promise<QuickCheckoutPanel> {
    const part = import("./quick-checkout-panel.ts").then(
      (code) => (this.#panel ??= code.createPanel(this.#dialog, this.#keys, this.#signal)),
    );
    part.catch(() => (this.#isImportFailed = true));
    return part;
  }

  /** Shows why there is no panel, with a link to the product and, if it may help, a retry. */
  #fail(button: HTMLButtonElement, reason: "failed" | "notFound"): void {
    const dialog = this.#dialog;
    // The protocol's message. Source: storefront specification 8.
    console.error("Error retrieving product details.");
    showTemplate(dialog, "failed");
    const message = dialog.querySelector<HTMLElement>(".quick-failure [role=alert]");
    message?.append(message.dataset[reason] ?? "");
    const link = dialog.querySelector<HTMLAnchorElement>(".quick-page");
    if (link) link.href = button.form?.action ?? "";
    const retry = dialog.querySelector(".quick-again");
    if (reason === "notFound") retry?.remove();
    retry?.addEventListener("click", () => {
      void this.#load(button);
      // The retry button is gone.
      dialog.querySelector<HTMLElement>(".x")?.focus();
    });
  }
}

function showTemplate(dialog: HTMLDialogElement, name: "loading" | "failed"): void {
  const template = dialog.querySelector<HTMLTemplateElement>(`.quick-${name}`);
  if (template) dialog.querySelector(".quick-content")?.replaceChildren(template.content.cloneNode(true));
}

/** Rejects as soon as the signal aborts. */
function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(new Error("Aborted")));
  });
  return Promise.race([promise, aborted]);
}

/** Fetches a product's panel. @throws if the network fails */
function fetchPanel(productId: string, signal: AbortSignal): Promise<Response> {
  const { ajax_url = clientRoutes.siteCall(), nonce = "" } = parameters("qcfw_checkout_quick_view") ?? {};
  return fetch(ajax_url, {
    method: "POST",
    body: new URLSearchParams({ action: "qcfw_checkout_quick_view", nonce, product_id: productId }),
    signal,
  });
}

/**
 * Adds a style sheet, unless the page has it, before those that must override it. Removes it again if it is aborted, so that
 * the next attempt loads it. @throws if it cannot be loaded
 */
async function loadSheet(href: string, signal: AbortSignal): Promise<void> {
  const sheets = [...document.querySelectorAll<HTMLElement>("link[rel=stylesheet], style[data-href]")];
  if (sheets.some((sheet) => (sheet.getAttribute("href") ?? sheet.dataset.href) === href)) return;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = href;
  sheets[0]?.after(link);
  let isLoaded = false;
  await new Promise<void>((resolve, reject) => {
    const fail = () => {
      if (!isLoaded) link.remove();
      reject(new Error("The quick checkout's style sheet failed to load"));
    };
    link.addEventListener("load", () => {
      isLoaded = true;
      resolve();
    });
    link.addEventListener("error", fail);
    signal.addEventListener("abort", fail);
  });
}
