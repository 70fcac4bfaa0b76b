/** A field of the checkout that was refused stops complaining once something else is typed into it; the shop judges it again. */
export function startCheckoutErrors(): void {
  const form = document.querySelector<HTMLFormElement>("form.checkout");
  form?.addEventListener("input", ({ target }) => {
    if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return;
    if (target.getAttribute("aria-invalid") === "true" && target.value.trim() !== "") calm(form, target);
  });
}

function calm(form: HTMLFormElement, control: HTMLInputElement | HTMLSelectElement): void {
  control.removeAttribute("aria-invalid");
  control.closest(".form-row")?.classList.remove("field--bad");
  form.querySelector(`#${CSS.escape(control.id)}-error`)?.remove();
  form.querySelector(`.woocommerce-NoticeGroup-checkout [data-id="${CSS.escape(control.id)}"]`)?.remove();
  const group = form.querySelector(".woocommerce-NoticeGroup-checkout");
  if (group && !group.querySelector("[data-id]")) group.remove();
}
