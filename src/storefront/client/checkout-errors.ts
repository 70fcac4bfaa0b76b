/** A field of the checkout that was refused stops complaining once something else is typed into it; the shop judges it again. */
export function startCheckoutErrors(): void {
  const form = document.querySelector<HTMLFormElement>("form.checkout");
  form?.addEventListener("input", ({ target }) => {
    if (!isControl(target)) return;
    if (target.getAttribute("aria-invalid") === "true" && target.value.trim() !== "") calm(form, target);
  });
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

function isControl(target: EventTarget | null): target is Control {
  return [HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement].some((kind) => target instanceof kind);
}

function calm(form: HTMLFormElement, control: Control): void {
  control.removeAttribute("aria-invalid");
  control.closest(".form-row")?.classList.remove("field--bad");
  form.querySelector(`#${CSS.escape(control.id)}-error`)?.remove();
  form.querySelector(`.woocommerce-NoticeGroup-checkout [data-id="${CSS.escape(control.id)}"]`)?.remove();
  const group = form.querySelector(".woocommerce-NoticeGroup-checkout");
  if (group && !group.querySelector("li")) group.remove();
}
