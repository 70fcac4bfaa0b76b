import type { EntryColumns } from "./entry-columns.ts";
import type { ListingEntry } from "./records/listing-entry.ts";
import type { Bitmap } from "./sets/bitmap.ts";
import { SortedSlots, selectPage, sortInSlices } from "./sets/sorted-slots.ts";
import { comparing, isReversed, type SortOrder, type StoredOrder, storedAs, storedOrders } from "./sort-orders.ts";
import type { TimeSlices } from "./time-slices.ts";

const orderNames = Object.keys(storedOrders) as StoredOrder[];
const priceOrders = ["price", "price-desc"] as const;

/** An entry that replaces what is known of a slot; without a slot it is new. */
export interface ChangedEntry {
  entry: ListingEntry;
  slot: number | undefined;
}

/** Slots that leave their places, by order. */
export type MovedSlots = ReadonlyMap<StoredOrder, readonly number[]>;

/** All slots in each order that a list can have. They are found by the columns' values, so both change in step. */
export class ProductOrders {
  readonly #columns: EntryColumns;
  readonly #orders: Map<StoredOrder, SortedSlots>;

  constructor(columns: EntryColumns, orders?: Map<StoredOrder, SortedSlots>) {
    this.#columns = columns;
    this.#orders = orders ?? new Map(orderNames.map((name) => [name, new SortedSlots()]));
  }

  get all(): ReadonlyMap<StoredOrder, SortedSlots> {
    return this.#orders;
  }

  /** Sorts slots 0 to `slotCount` into every order. */
  async build(slotCount: number, slices: TimeSlices): Promise<void> {
    for (const name of orderNames) {
      const slots = Uint32Array.from({ length: slotCount }, (_, slot) => slot);
      this.#orders.set(name, new SortedSlots(await sortInSlices(slots, comparing(name, this.#columns), slices)));
    }
  }

  slotOf(id: number): number | undefined {
    const { id: ids } = this.#columns;
    const order = this.#order("id");
    const slot = order.all[order.placeOf((one) => (ids[one] ?? 0) - id)];
    return slot !== undefined && ids[slot] === id ? slot : undefined;
  }

  /** Takes slots out: the removed ones, and those that entries move. Call before the columns change; prices come apart. */
  takeOut(removed: readonly number[], changed: readonly ChangedEntry[]): MovedSlots {
    const moved = new Map(orderNames.map((name) => [name, this.#movedIn(name, changed)] as const));
    for (const [name, slots] of moved) this.#order(name).remove([...removed, ...slots], comparing(name, this.#columns));
    return moved;
  }

  /** Puts slots in by the columns as they are now. */
  putIn(added: readonly number[], moved: MovedSlots): void {
    for (const [name, slots] of moved) this.#order(name).insert([...added, ...slots], comparing(name, this.#columns));
  }

  /** Takes slots out of the orders by price and puts them back after `change` has set their prices. */
  movePriced(moved: Readonly<Record<(typeof priceOrders)[number], readonly number[]>>, change: () => void): void {
    for (const name of priceOrders) this.#order(name).remove(moved[name], comparing(name, this.#columns));
    change();
    for (const name of priceOrders) this.#order(name).insert(moved[name], comparing(name, this.#columns));
  }

  /** Returns `limit` slots of the groups, one group after the other, after the first `skipped`. Takes no more than it needs. */
  page(groups: Iterable<Bitmap>, sort: SortOrder, skipped: number, limit: number): number[] {
    const page: number[] = [];
    let ahead = skipped;
    for (const group of groups) {
      const { size } = group;
      const wanted = Math.min(limit - page.length, size - ahead);
      if (wanted > 0) page.push(...this.#firstOf(group, size, sort, ahead, wanted));
      if (page.length === limit) break;
      ahead = Math.max(0, ahead - size);
    }
    return page;
  }

  /** Walks along the order, or sorts the members, whichever looks at fewer slots. */
  #firstOf(group: Bitmap, size: number, sort: SortOrder, skipped: number, wanted: number): number[] {
    const order = this.#order(storedAs(sort));
    const isSparse = ((skipped + wanted) * order.all.length) / size > size;
    return isSparse
      ? selectPage(group.members(), comparing(sort, this.#columns), skipped, wanted)
      : order.page(group, skipped, wanted, isReversed(sort));
  }

  /** Slots that take another place in an order, prices apart. */
  #movedIn(name: StoredOrder, changed: readonly ChangedEntry[]): number[] {
    const columns: readonly string[] = storedOrders[name];
    return changed.flatMap(({ entry, slot }) => {
      if (slot === undefined) return [];
      const isMoved = columns.some(
        (column) => column !== "lowest" && column !== "highest" && this.#columns.differs(slot, entry, column as "name"),
      );
      return isMoved ? [slot] : [];
    });
  }

  #order(name: StoredOrder): SortedSlots {
    const order = this.#orders.get(name);
    if (!order) throw new Error(`There is no order ${name}`);
    return order;
  }
}
