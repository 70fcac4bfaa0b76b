/** Who signs in from the checkout takes along what he has typed: the link sends the form, and the shop keeps it. */
export function startCheckoutSignIn(): void {
  const form = document.querySelector<HTMLFormElement>("form.checkout");
  const link = form?.querySelector<HTMLAnchorElement>("a.checkout-sign-in");
  link?.addEventListener("click", (event) => {
    if (!form || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const mark = Object.assign(document.createElement("input"), { type: "hidden", name: "chowk_sign_in", value: "1" });
    form.append(mark);
    // No submit event: whoever listens for one places the order.
    HTMLFormElement.prototype.submit.call(form);
    // Who comes back to this page orders with the same form.
    mark.remove();
  });
}
