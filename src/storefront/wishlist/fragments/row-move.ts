/** A press of one of a row's order buttons. */
export interface RowMove {
  productId: number;
  /** -1: up by one place; 1: down. */
  by: -1 | 1;
}

/** Returns the value of an order button; its name is update_wishlist, like the button that saves the form. */
export function moveValue({ productId, by }: RowMove): string {
  return `${by === -1 ? "up" : "down"}-${productId}`;
}

/** Parses the value of update_wishlist; undefined if the form was saved without moving a row. */
export function parseMove(value: string): RowMove | undefined {
  const found = /^(up|down)-([1-9]\d{0,14})$/.exec(value);
  return found ? { productId: Number(found[2]), by: found[1] === "up" ? -1 : 1 } : undefined;
}
