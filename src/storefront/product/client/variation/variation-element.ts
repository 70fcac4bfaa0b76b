import { VariationForm } from "./variation-form.ts";

/**
 * `<shop-variations>`: the buying half of a variable product's form. Being on the page works that form; taken out it leaves
 * it as without scripts. So a form that is swapped in later works by itself.
 */
class ShopVariations extends HTMLElement {
  #worked: VariationForm | undefined;

  connectedCallback(): void {
    const form = this.closest("form");
    if (form) this.#worked ??= new VariationForm(form);
  }

  disconnectedCallback(): void {
    // Being moved within the page is being taken out and put in again at once.
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.#worked?.stop();
      this.#worked = undefined;
    });
  }
}

/** Has the page's forms of variable products work, now and whenever one is added. */
export function startVariationForms(): void {
  customElements.define("shop-variations", ShopVariations);
}
