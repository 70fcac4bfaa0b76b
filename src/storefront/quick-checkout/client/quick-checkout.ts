import { routes } from "#routes";
import { openModal } from "../../client/open-modal.ts";
import { parameters } from "../../client/parameters.ts";
import { takeOver } from "../../client/take-over.ts";

/** How long (ms) the popup may take to come. */
const patience = 20_000;

/**
 * Buy now on a card: the quick checkout opens over the page. Without us the button leads to the product's page, or to the
 * checkout where there is nothing to choose. Source: storefront specification 2 and 4, "Quick-checkout popup".
 */
export function startQuickCheckout(): void {
  const dialog = document.querySelector<HTMLDialogElement>("#quick-checkout");
  if (!dialog) return;
  // Whoever comes back from the checkout comes back to the page.
  window.addEventListener("pagehide", () => dialog.close());
  document.addEventListener("click", (event) => {
    const button = (event.target as Element).closest<HTMLButtonElement>(".qcfw_shop_buy_now_button");
    if (!button?.form || !button.dataset.productId || event.defaultPrevented) return;
    takeOver(event, () => {
      if (dialog.open) return;
      openModal(dialog);
      void fill(dialog, button);
    });
  });
}

/** Goes up with everything that is asked for: what comes of an earlier one is too late. */
let turn = 0;

/** A part of the client that failed once fails until the page is loaded again: so browsers have it. */
let isPartLost = false;

function importPanel() {
  const part = import("./quick-checkout-panel.ts");
  part.catch(() => (isPartLost = true));
  return part;
}

/** Fetches what the popup shows of the button's product, and what it needs for it, all at once; or says that it did not come. */
async function fill(dialog: HTMLDialogElement, button: HTMLButtonElement): Promise<void> {
  const own = ++turn;
  drawState(dialog, "loading");
  // Then the button does what it does without us.
  if (isPartLost) return button.form?.requestSubmit(button);
  const end = new AbortController();
  const { signal } = end;
  dialog.addEventListener("close", () => dialog.open || end.abort(), { signal });
  const timer = setTimeout(() => end.abort(), patience);
  const isWanted = () => own === turn && dialog.open;
  try {
    const part = inTime(importPanel(), signal);
    const panel = fetchPanel(button.dataset.productId ?? "", signal);
    const sheet = loadSheet(dialog.dataset.sheet ?? "", signal);
    const [{ showPanel }, html] = await Promise.all([part, panel, sheet]);
    if (!isWanted()) return;
    if (html === "") fail(dialog, button, "notFound");
    else showPanel(dialog, button, html);
  } catch {
    if (isWanted()) fail(dialog, button, "failed");
  } finally {
    clearTimeout(timer);
  }
}

/** Says why there is nothing to show, and offers ways on. */
function fail(dialog: HTMLDialogElement, button: HTMLButtonElement, reason: "failed" | "notFound"): void {
  // The line of the protocol. Source: storefront specification 8.
  console.error("Error retrieving product details.");
  drawState(dialog, "failed");
  const words = dialog.querySelector<HTMLElement>(".quick-failure [role=alert]");
  words?.append(words.dataset[reason] ?? "");
  const link = dialog.querySelector<HTMLAnchorElement>(".quick-page");
  if (link) link.href = button.form?.action ?? "";
  const again = dialog.querySelector(".quick-again");
  if (reason === "notFound") again?.remove();
  again?.addEventListener("click", () => {
    void fill(dialog, button);
    // What had the focus is gone.
    dialog.querySelector<HTMLElement>(".x")?.focus();
  });
}

/** Puts into the popup what the page keeps for one of its states. */
function drawState(dialog: HTMLDialogElement, state: "loading" | "failed"): void {
  const kept = dialog.querySelector<HTMLTemplateElement>(`.quick-${state}`);
  if (kept) dialog.querySelector(".quick-content")?.replaceChildren(kept.content.cloneNode(true));
}

/** @throws when it is not there in time */
function inTime<Needed>(needed: Promise<Needed>, signal: AbortSignal): Promise<Needed> {
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(new Error("Given up")));
  });
  return Promise.race([needed, late]);
}

/** @returns HTML, or "" when there is no such product. @throws when the network fails, or the answer is none */
async function fetchPanel(productId: string, signal: AbortSignal): Promise<string> {
  const { ajax_url = routes.siteCall(), nonce = "" } = parameters("qcfw_checkout_quick_view") ?? {};
  const answer = await fetch(ajax_url, {
    method: "POST",
    body: new URLSearchParams({ action: "qcfw_checkout_quick_view", nonce, product_id: productId }),
    signal,
  });
  if (answer.status === 404) return "";
  const html = (await answer.text()).trim();
  // Plain text is what the protocol answers to a nonce that is no good.
  if (!answer.ok || (html !== "" && !html.startsWith("<")))
    throw new Error(`The popup's call answered ${answer.status}`);
  return html;
}

/**
 * Links a style sheet that the page does not have, under its others, of which the later win. One that is given up leaves no
 * trace: the next time asks anew. @throws when it does not come
 */
async function loadSheet(href: string, signal: AbortSignal): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")];
  if (links.some((link) => link.getAttribute("href") === href)) return;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = href;
  links[0]?.after(link);
  let isThere = false;
  await new Promise<void>((resolve, reject) => {
    const fail = () => {
      if (!isThere) link.remove();
      reject(new Error("The popup's sheet did not come"));
    };
    link.addEventListener("load", () => {
      isThere = true;
      resolve();
    });
    link.addEventListener("error", fail);
    signal.addEventListener("abort", fail);
  });
}
