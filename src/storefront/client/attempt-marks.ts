/** Marks of what may not have come to its end, by what asked for it: who presses it again asks for the same once more. */
const attempts = new WeakMap<HTMLElement, { mark: string; asked: string }>();

/** The mark of what an element asks for. What asks for something else is another attempt: it counts by itself. */
export function markFor(element: HTMLElement, fields: object): string {
  const asked = JSON.stringify(fields);
  let attempt = attempts.get(element);
  if (attempt?.asked !== asked) attempts.set(element, (attempt = { mark: newMark(), asked }));
  return attempt.mark;
}

/** It was done: the next time counts again. */
export function forgetMark(element: HTMLElement): void {
  attempts.delete(element);
}

/** A UUID, which the browser itself makes only for pages that came by https. */
function newMark(): string {
  const digits = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0"));
  return digits.join("").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
