/** Keeps the newest ids of each network, and of all together. */
export class NewestOfNetworks {
  readonly #most: { network: number; all: number };
  readonly #byNetwork = new Map<string, Set<number>>();
  readonly #networkOf = new Map<number, string>();

  constructor(most: { network: number; all: number }) {
    this.#most = most;
  }

  /** Adds an id, or makes it the newest again. @returns the ids that are too many now; they are forgotten */
  add(id: number, network: string): number[] {
    this.forget(id);
    const ids = this.#byNetwork.get(network) ?? new Set();
    this.#byNetwork.set(network, ids.add(id));
    this.#networkOf.set(id, network);
    const surplus = [
      ids.size > this.#most.network ? ids.values().next().value : undefined,
      this.#networkOf.size > this.#most.all ? this.#networkOf.keys().next().value : undefined,
    ].filter((one) => one !== undefined);
    for (const one of surplus) this.forget(one);
    return surplus;
  }

  forget(id: number): void {
    const network = this.#networkOf.get(id);
    if (network === undefined) return;
    this.#networkOf.delete(id);
    const ids = this.#byNetwork.get(network);
    ids?.delete(id);
    if (ids?.size === 0) this.#byNetwork.delete(network);
  }
}
