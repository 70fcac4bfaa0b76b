/**
 * Defines a custom element. `start` runs when the element is added to the page and `signal` aborts when it is removed; moving
 * it within the page does neither.
 */
export function defineWidget(name: `shop-${string}`, start: (element: HTMLElement, signal: AbortSignal) => void): void {
  customElements.define(
    name,
    class extends HTMLElement {
      #running: AbortController | undefined;

      connectedCallback(): void {
        if (this.#running) return;
        this.#running = new AbortController();
        start(this, this.#running.signal);
      }

      disconnectedCallback(): void {
        // A move within the page is a removal followed by an insertion.
        queueMicrotask(() => {
          if (this.isConnected) return;
          this.#running?.abort();
          this.#running = undefined;
        });
      }
    },
  );
}
