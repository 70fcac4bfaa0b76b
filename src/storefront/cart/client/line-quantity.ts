/** More than any line holds; the shop says what it can hold. */
const most = 999_999_999;

/** The quantity in a line's field as the shop reads it; null where it is none. Fields take the likes of 1e3, too. */
export function quantityIn({ valueAsNumber: typed }: HTMLInputElement): string | null {
  return Number.isInteger(typed) && typed >= 0 ? String(Math.min(typed, most)) : null;
}

/** The key of a line, from the name of its field, `cart[{key}][qty]`. */
export function keyIn({ name }: HTMLInputElement): string {
  return name.slice("cart[".length, -"][qty]".length);
}
