import { dispatch, listen } from "../../client/events.ts";
import { type Control, isControl, valueOf } from "../../client/form-controls.ts";
import { elementsOf } from "../../notices/client/page-notices.ts";

const groupClass = "woocommerce-NoticeGroup-checkout";

/** A field of the checkout that was refused stops complaining once something else is in it; the shop judges it again. */
export function startCheckoutErrors(): void {
  const form = document.querySelector<HTMLFormElement>("form.checkout");
  if (!form) return;
  form.addEventListener("input", ({ target }) => {
    if (!isControl(target)) return;
    if (target.getAttribute("aria-invalid") === "true" && valueOf(target).trim() !== "") calm(form, target);
  });
  // The review is drawn anew, and says again what is still wrong in it.
  listen(document.body, "updated_checkout", () => void complainAll(form, "#order_review"));
}

/** Shows why the order was refused: all of it on top, and beside each field what is wrong with it; the first has the focus. */
export function showErrors(form: HTMLFormElement, shown: readonly Element[]): void {
  clearErrors(form);
  const group = document.createElement("div");
  group.className = `woocommerce-NoticeGroup ${groupClass}`;
  group.setAttribute("role", "alert");
  group.tabIndex = -1;
  group.append(...shown);
  // The group is what is announced: the protocol gives that part to its list, which would be a list no more.
  for (const element of group.querySelectorAll("[role]")) element.removeAttribute("role");
  form.prepend(group);
  focusOn(complainAll(form)[0] ?? group);
  dispatch(document.body, "checkout_error", [group.innerHTML]);
}

/** As `showErrors`, of markup as the shop answers it. */
export function showErrorMarkup(form: HTMLFormElement, markup: string): void {
  showErrors(form, elementsOf(markup));
}

/** Says beside each field that the list on top names what is wrong with it. @returns those that did not say it yet */
function complainAll(form: HTMLFormElement, within = "form"): Control[] {
  return [...form.querySelectorAll<HTMLElement>(`.${groupClass} li[data-id]`)].flatMap((item) => {
    const control = form.querySelector(`#${CSS.escape(item.dataset.id ?? "")}`);
    if (!isControl(control) || control.matches("[aria-invalid]") || !control.closest(within)) return [];
    complain(control, item.dataset.beside ?? item.textContent?.trim() ?? "");
    return [control];
  });
}

export function clearErrors(form: HTMLFormElement): void {
  for (const control of form.querySelectorAll("[aria-invalid=true]")) if (isControl(control)) calm(form, control);
  for (const group of form.querySelectorAll(`.${groupClass}`)) group.remove();
}

function complain(control: Control, message: string): void {
  const row = control.closest(".form-row");
  const words = document.createElement("p");
  words.id = `${control.id}_description`;
  words.className = "checkout-inline-error-message";
  words.textContent = message;
  control.setAttribute("aria-invalid", "true");
  control.setAttribute("aria-describedby", [words.id, ...describers(control)].join(" "));
  row?.classList.add("field--bad", "woocommerce-invalid");
  row?.insertBefore(words, row.querySelector(":scope > .hint"));
  const fold = control.closest("details");
  if (fold) fold.open = true;
}

function describers(control: Control): string[] {
  return (control.getAttribute("aria-describedby") ?? "").split(" ").filter(Boolean);
}

function calm(form: HTMLFormElement, control: Control): void {
  const words = [`${control.id}-error`, `${control.id}_description`];
  const others = describers(control).filter((id) => !words.includes(id));
  control.removeAttribute("aria-invalid");
  if (others.length > 0) control.setAttribute("aria-describedby", others.join(" "));
  else control.removeAttribute("aria-describedby");
  control.closest(".form-row")?.classList.remove("field--bad", "woocommerce-invalid");
  for (const id of words) form.querySelector(`#${CSS.escape(id)}`)?.remove();
  form.querySelector(`.${groupClass} [data-id="${CSS.escape(control.id)}"]`)?.remove();
  const group = form.querySelector(`.${groupClass}`);
  if (group && !group.querySelector("li, button")) group.remove();
}

function focusOn(element: HTMLElement): void {
  element.focus({ preventScroll: true });
  (element.closest(".form-row") ?? element).scrollIntoView({ block: "center" });
}
