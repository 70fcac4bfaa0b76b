import { announce } from "./announce.ts";
import { inTurn } from "./cart-requests.ts";
import { replaceParts } from "./checkout-parts.ts";
import { dispatch } from "./events.ts";

const formSelector = ".checkout-cart form.woocommerce-cart-form";

/** How long a quantity rests before it is saved, and how long an answer may take. In milliseconds. */
const rest = 500;
const longestAnswer = 20_000;

/** On the checkout page a changed quantity is saved by itself: lines, sums and the button's total follow. */
export function startCheckoutQuantities(): void {
  document.addEventListener("change", ({ target }) => {
    if (target instanceof HTMLInputElement && target.matches(`${formSelector} input.qty`)) saveAfter(rest);
  });
  document.addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    // An order waits for the quantities: it is for what its button says.
    const isOrder = form.matches("form.checkout") && isUnsaved();
    if (!isOrder && !form.matches(formSelector)) return;
    event.preventDefault();
    saveAfter(0);
  });
}

let timer: ReturnType<typeof setTimeout> | undefined;
let saving = 0;

function isUnsaved(): boolean {
  return timer !== undefined || saving > 0;
}

function saveAfter(milliseconds: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    timer = undefined;
    void save();
  }, milliseconds);
}

/** Sends the form as it would send itself and takes what changed from the page that answers. */
async function save(): Promise<void> {
  saving += 1;
  try {
    await inTurn(async () => {
      const form = document.querySelector<HTMLFormElement>(formSelector);
      if (form) await send(form);
    });
  } finally {
    saving -= 1;
  }
}

async function send(form: HTMLFormElement): Promise<void> {
  const sent = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === "string") sent.append(name, value);
  form.setAttribute("aria-busy", "true");
  try {
    const signal = AbortSignal.timeout(longestAnswer);
    const response = await fetch(form.action, { method: "POST", body: sent, signal });
    if (!response.ok) throw new Error(`The cart answered ${response.status}`);
    show(new DOMParser().parseFromString(await response.text(), "text/html"), response.url, sent);
  } catch {
    takeBack(form);
  }
}

/** An empty cart has no checkout: the answer is another page then. */
function show(page: Document, address: string, sent: URLSearchParams): void {
  if (!page.querySelector(formSelector)) return window.location.assign(address);
  replaceParts(page, sent);
  showNotices([...page.querySelectorAll(".woocommerce-notices-wrapper .woocommerce-error")]);
  announce(page.querySelector(".woocommerce-message")?.textContent ?? "");
  dispatch(document.body, "updated_checkout");
}

/** The quantities that the shop knows, and a word about it. */
function takeBack(form: HTMLFormElement): void {
  form.removeAttribute("aria-busy");
  form.reset();
  const notice = document.createElement("p");
  notice.className = "woocommerce-error notice notice--bad";
  notice.setAttribute("role", "alert");
  notice.textContent = form.dataset.failure ?? "";
  showNotices([notice]);
}

function showNotices(notices: readonly Element[]): void {
  const wrapper = document.querySelector(".woocommerce-notices-wrapper");
  wrapper?.replaceChildren(...notices);
  wrapper?.classList.toggle("notices", notices.length > 0);
}
