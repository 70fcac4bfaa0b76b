import { announce } from "../../client/announce.ts";
import { markFor } from "../../client/attempt-marks.ts";
import { startSlider } from "../../product/client/slider.ts";

/** How long (ms) the button says that the page is being left. */
const leaving = 8000;

/** What opened the popup last. */
let opener: HTMLButtonElement | undefined;

/** Shows the panel that the shop answered. */
export function showPanel(dialog: HTMLDialogElement, button: HTMLButtonElement, html: string): void {
  attend(dialog, button);
  const content = contentOf(dialog);
  content.innerHTML = html;
  const title = content.querySelector("#quick-title");
  if (title) {
    dialog.setAttribute("aria-labelledby", title.id);
    announce(title.textContent);
  }
  const pictures = content.querySelector<HTMLElement>(".quick-pictures");
  if (pictures) startSlider(pictures);
  followVariation(content);
}

/** The large price is the chosen variation's, and the product's own where nothing is chosen. */
function followVariation(content: HTMLElement): void {
  const form = content.querySelector("form.variations_form");
  const price = content.querySelector(".price--big");
  if (!form || !price) return;
  const own = price.innerHTML;
  const show = (told: Element | null | undefined) => (price.innerHTML = told?.innerHTML ?? own);
  show(form.querySelector(".woocommerce-variation-price > .price"));
  // Not by `listen`: with its file in this part the bundler cuts the base client in two. Here only our own script works the form.
  form.addEventListener("found_variation", (event) => {
    const [variation] = (event as CustomEvent<[{ price_html?: string }]>).detail;
    const told = document.createElement("template");
    told.innerHTML = variation.price_html ?? "";
    show(told.content.firstElementChild);
  });
  form.addEventListener("reset_data", () => show(null));
  price.closest(".quick")?.classList.add("is-followed");
}

function contentOf(dialog: HTMLDialogElement): HTMLElement {
  return dialog.querySelector<HTMLElement>(".quick-content") ?? dialog;
}

/** Hears, from the first time on, what is pressed and sent in the popup. */
function attend(dialog: HTMLDialogElement, button: HTMLButtonElement): void {
  const isAttended = opener !== undefined;
  opener = button;
  if (isAttended) return;
  let pressed: EventTarget | null = null;
  dialog.addEventListener("pointerdown", ({ target }) => (pressed = target));
  dialog.addEventListener("click", (event) => {
    const { target, detail } = event;
    // Neither what was dragged over the popup's edge, nor the second press of two that opened it.
    if (target === dialog && pressed === dialog && detail < 2 && isBeside(dialog, event)) dialog.close();
  });
  dialog.addEventListener("formdata", markForm);
  dialog.addEventListener("submit", showLeaving);
  dialog.addEventListener("close", () => !dialog.open && leave(dialog));
}

/** Whether the pointer is on the veil. */
function isBeside(dialog: HTMLDialogElement, { clientX, clientY }: MouseEvent): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}

/** Sent again while the page is being left, the form buys the same once: the shop knows it by its mark. */
function markForm({ target, formData }: FormDataEvent): void {
  if (target instanceof HTMLFormElement) formData.set("chowk_attempt", markFor(target, [...formData]));
}

function showLeaving({ submitter, defaultPrevented }: SubmitEvent): void {
  if (defaultPrevented || !submitter?.matches(".single_add_to_cart_button")) return;
  const mark = (isLeaving: boolean) => {
    submitter.classList.toggle("loading", isLeaving);
    if (isLeaving) submitter.setAttribute("aria-busy", "true");
    else submitter.removeAttribute("aria-busy");
  };
  mark(true);
  setTimeout(mark, leaving, false);
}

function leave(dialog: HTMLDialogElement): void {
  contentOf(dialog).replaceChildren();
  dialog.removeAttribute("aria-labelledby");
  // Not every browser gives the focus to a button that is pressed, and then none back.
  if (document.activeElement === document.body) opener?.focus();
}
