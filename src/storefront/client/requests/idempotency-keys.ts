/** Assigns idempotency keys, so that a request sent again after a failure counts once. */
export class IdempotencyKeys {
  readonly #pending = new WeakMap<HTMLElement, { key: string; request: string }>();

  /**
   * Returns the key for a request made by an element: the same one until the fields change or `forget` is called.
   * @param fresh the key for a new request
   */
  keyFor(element: HTMLElement, fields: object, fresh = randomUuid()): string {
    const request = JSON.stringify(fields);
    let pending = this.#pending.get(element);
    if (pending?.request !== request) this.#pending.set(element, (pending = { key: fresh, request }));
    return pending.key;
  }

  /** Forgets the element's key after its request succeeded. */
  forget(element: HTMLElement): void {
    this.#pending.delete(element);
  }
}

/** Returns a random UUID. `crypto.randomUUID` exists on https pages only. */
export function randomUuid(): string {
  const digits = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0"));
  return digits.join("").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
