import { routes } from "#routes";
import { openModal } from "./open-modal.ts";
import { parameters } from "./parameters.ts";
import { drawState } from "./quick-checkout-state.ts";
import { report } from "./report.ts";
import { takeOver } from "./take-over.ts";

/** How long (ms) the popup may take to come. */
const patience = 20_000;

/**
 * Buy now on a card: the quick checkout opens over the page. Without us the button leads to the product's page, or to the
 * checkout where there is nothing to choose. Source: storefront specification 2 and 4, "Quick-checkout popup".
 */
export function startQuickCheckout(): void {
  const dialog = document.querySelector<HTMLDialogElement>("#quick-checkout");
  if (!dialog) return;
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

/** Fetches what the popup shows of the button's product, and what it needs for it, all at once; or says that it did not come. */
async function fill(dialog: HTMLDialogElement, button: HTMLButtonElement): Promise<void> {
  const own = ++turn;
  drawState(dialog, "loading");
  const end = new AbortController();
  const { signal } = end;
  dialog.addEventListener("close", () => dialog.open || end.abort(), { signal });
  const timer = setTimeout(() => end.abort(), patience);
  const isWanted = () => own === turn && dialog.open;
  const popup = { dialog, button, again: () => void fill(dialog, button) };
  const part = import("./quick-checkout-panel.ts");
  try {
    const needed = [fetchPanel(button.dataset.productId ?? "", signal), loadSheet(dialog.dataset.sheet ?? "", signal)];
    const [{ showPanel }, html = ""] = await Promise.all([part, ...needed]);
    if (isWanted()) showPanel(popup, html);
  } catch {
    // Without that part, the button does what it does without us.
    const leave = (error: unknown) => {
      report(error);
      if (isWanted()) button.form?.requestSubmit(button);
    };
    part.then(({ showFailure }) => isWanted() && showFailure(popup, "failed"), leave);
  } finally {
    clearTimeout(timer);
  }
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

/** A sheet that was asked for here, until it fails. */
let sheet: Promise<string> | undefined;

/** Ends when the page has the style sheet. @throws when it does not come, or is given up */
async function loadSheet(href: string, signal: AbortSignal): Promise<string> {
  const links = [...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")];
  if (!sheet && links.some((link) => link.getAttribute("href") === href)) return href;
  sheet ??= linkSheet(href, links[0]);
  const givenUp = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(new Error("The popup's sheet was given up")));
  });
  return Promise.race([sheet, givenUp]);
}

/** Under the page's other sheets, of which the later win. */
function linkSheet(href: string, before: Element | undefined): Promise<string> {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = href;
  before?.after(link);
  return new Promise((resolve, reject) => {
    link.addEventListener("load", () => resolve(href));
    link.addEventListener("error", () => {
      link.remove();
      sheet = undefined;
      reject(new Error("The popup's sheet did not come"));
    });
  });
}
