import { dispatch, listen } from "../../client/events.ts";
import { type Control, isControl, valueOf } from "../../client/form-controls.ts";
import { parseElements } from "../../notices/client/page-notices.ts";

const groupClass = "woocommerce-NoticeGroup-checkout";

/** Removes a field's error once the field is edited. The server validates it again with the order. */
export function startCheckoutErrors(form: HTMLFormElement, signal: AbortSignal): void {
  const onInput = ({ target }: Event) => {
    if (!isControl(target)) return;
    if (target.getAttribute("aria-invalid") === "true" && valueOf(target).trim() !== "") clearError(form, target);
  };
  form.addEventListener("input", onInput, { signal });
  // The review is replaced by the update, so its errors are shown again.
  listen(document.body, "updated_checkout", () => void showFieldErrors(form, "#order_review"), signal);
}

/** Shows all errors above the form and each one next to its field, and focuses the first field. */
export function showErrors(form: HTMLFormElement, errors: readonly Element[]): void {
  clearErrors(form);
  const group = document.createElement("div");
  group.className = `woocommerce-NoticeGroup ${groupClass}`;
  group.setAttribute("role", "alert");
  group.tabIndex = -1;
  group.append(...errors);
  // The group is announced. The protocol puts the role on the list, which would then not be read as a list.
  for (const element of group.querySelectorAll("[role]")) element.removeAttribute("role");
  form.prepend(group);
  focusOn(showFieldErrors(form)[0] ?? group);
  dispatch(document.body, "checkout_error", [group.innerHTML]);
}

/** Shows errors given as the server's HTML. */
export function showErrorMarkup(form: HTMLFormElement, markup: string): void {
  showErrors(form, parseElements(markup));
}

/** Shows the errors in the list above the form next to their fields. @returns the fields that had none before */
function showFieldErrors(form: HTMLFormElement, within = "form"): Control[] {
  return [...form.querySelectorAll<HTMLElement>(`.${groupClass} li[data-id]`)].flatMap((item) => {
    const control = form.querySelector(`#${CSS.escape(item.dataset.id ?? "")}`);
    if (!isControl(control) || control.matches("[aria-invalid]") || !control.closest(within)) return [];
    showError(control, item.dataset.beside ?? item.textContent?.trim() ?? "");
    return [control];
  });
}

export function clearErrors(form: HTMLFormElement): void {
  for (const control of form.querySelectorAll("[aria-invalid=true]")) if (isControl(control)) clearError(form, control);
  for (const group of form.querySelectorAll(`.${groupClass}`)) group.remove();
}

function showError(control: Control, message: string): void {
  const row = control.closest(".form-row");
  const error = document.createElement("p");
  error.id = `${control.id}_description`;
  error.className = "checkout-inline-error-message";
  error.textContent = message;
  control.setAttribute("aria-invalid", "true");
  control.setAttribute("aria-describedby", [error.id, ...describedBy(control)].join(" "));
  row?.classList.add("field--bad", "woocommerce-invalid");
  row?.insertBefore(error, row.querySelector(":scope > .hint"));
  const fold = control.closest("details");
  if (fold) fold.open = true;
}

function describedBy(control: Control): string[] {
  return (control.getAttribute("aria-describedby") ?? "").split(" ").filter(Boolean);
}

function clearError(form: HTMLFormElement, control: Control): void {
  const errorIds = [`${control.id}-error`, `${control.id}_description`];
  const others = describedBy(control).filter((id) => !errorIds.includes(id));
  control.removeAttribute("aria-invalid");
  if (others.length > 0) control.setAttribute("aria-describedby", others.join(" "));
  else control.removeAttribute("aria-describedby");
  control.closest(".form-row")?.classList.remove("field--bad", "woocommerce-invalid");
  for (const id of errorIds) form.querySelector(`#${CSS.escape(id)}`)?.remove();
  form.querySelector(`.${groupClass} [data-id="${CSS.escape(control.id)}"]`)?.remove();
  const group = form.querySelector(`.${groupClass}`);
  if (group && !group.querySelector("li, button")) group.remove();
}

function focusOn(element: HTMLElement): void {
  element.focus({ preventScroll: true });
  (element.closest(".form-row") ?? element).scrollIntoView({ block: "center" });
}
