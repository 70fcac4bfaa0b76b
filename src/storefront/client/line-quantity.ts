/** More than any line holds; the shop says what it can hold. */
const most = 999_999_999;

/** A quantity as the shop reads it; fields take the likes of 1e3, too. */
export function wholeNumber(typed: number): string {
  return String(Math.min(Math.trunc(typed), most));
}

/** The key of a line, from the name of its field, `cart[{key}][qty]`. */
export function keyIn({ name }: HTMLInputElement): string {
  return name.slice("cart[".length, -"][qty]".length);
}
