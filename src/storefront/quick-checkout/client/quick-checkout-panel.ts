import { announce } from "../../client/announce.ts";
import type { IdempotencyKeys } from "../../client/requests/idempotency-keys.ts";
import { readSiteAnswer } from "../../client/requests/site-answer.ts";
import { startSlider } from "../../product/client/slider.ts";
import { defineChoiceButtons } from "../../product/client/variation/choice-buttons.ts";
import { offerLastOrder } from "./offer-last-order.ts";

/** How long the button stays busy after the form was submitted. */
const leavingMs = 8000;

/** The popup's content once it has been loaded. */
export interface QuickCheckoutPanel {
  /** Returns the panel's HTML, or "" if the product does not exist. @throws if the call failed */
  read: (response: Response) => Promise<string>;
  /** Shows a product's panel. @param button opened the popup and gets the focus when it closes */
  show: (button: HTMLButtonElement, html: string) => void;
}

/** Makes the popup's content work. Call once for each dialog. */
export function createPanel(dialog: HTMLDialogElement, keys: IdempotencyKeys, signal: AbortSignal): QuickCheckoutPanel {
  defineChoiceButtons();
  let opener: HTMLButtonElement | undefined;
  let pressed: EventTarget | null = null;
  const onClick = (event: MouseEvent) => {
    const { target, detail } = event;
    // Not after a drag from inside the popup, nor on the second click of a double click that opened it.
    if (target === dialog && pressed === dialog && detail < 2 && isOutside(dialog, event)) dialog.close();
  };
  // The idempotency key makes a form that is submitted twice buy once.
  const addKey = ({ target, formData }: FormDataEvent) => {
    if (target instanceof HTMLFormElement) formData.set("chowk_attempt", keys.keyFor(target, [...formData]));
  };
  dialog.addEventListener("pointerdown", ({ target }) => (pressed = target), { signal });
  dialog.addEventListener("click", onClick, { signal });
  dialog.addEventListener("formdata", addKey, { signal });
  dialog.addEventListener("submit", showBusy, { signal });
  dialog.addEventListener("close", () => !dialog.open && clear(dialog, opener), { signal });
  return {
    read: readPanel,
    show: (button, html) => {
      opener = button;
      showContent(dialog, html);
    },
  };
}

async function readPanel(response: Response): Promise<string> {
  if (response.status === 404) return "";
  const { isSuccess, data } = await readSiteAnswer(response);
  if (!isSuccess || typeof data !== "string") throw new Error(`The quick checkout answered ${response.status}`);
  return data;
}

function showContent(dialog: HTMLDialogElement, html: string): void {
  const content = contentOf(dialog);
  content.innerHTML = html;
  const title = content.querySelector("#quick-title");
  if (title) {
    dialog.setAttribute("aria-labelledby", title.id);
    announce(title.textContent);
  }
  const pictures = content.querySelector<HTMLElement>(".quick-pictures");
  if (pictures) startSlider(pictures);
  offerLastOrder(content);
}

function contentOf(dialog: HTMLDialogElement): HTMLElement {
  return dialog.querySelector<HTMLElement>(".quick-content") ?? dialog;
}

/** Tells whether the pointer is on the backdrop. */
function isOutside(dialog: HTMLDialogElement, { clientX, clientY }: MouseEvent): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}

function showBusy({ submitter, defaultPrevented }: SubmitEvent): void {
  if (defaultPrevented || !submitter?.matches(".single_add_to_cart_button")) return;
  const mark = (isBusy: boolean) => {
    submitter.classList.toggle("loading", isBusy);
    if (isBusy) submitter.setAttribute("aria-busy", "true");
    else submitter.removeAttribute("aria-busy");
  };
  mark(true);
  setTimeout(mark, leavingMs, false);
}

function clear(dialog: HTMLDialogElement, opener: HTMLElement | undefined): void {
  contentOf(dialog).replaceChildren();
  dialog.removeAttribute("aria-labelledby");
  // Not every browser focuses a pressed button, and then none gets the focus back.
  if (document.activeElement === document.body) opener?.focus();
}
