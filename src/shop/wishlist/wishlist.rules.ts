import { hasForbiddenCharacters, visibleText } from "../accounts/profile/line-text.rules.ts";

/** Public: anyone can see the list, and searches find it. Shared: anyone with the link. Private: only its owner. */
export const privacies = ["public", "shared", "private"] as const;
export type Privacy = (typeof privacies)[number];

/** Limits of one owner's lists. */
export const wishlistLimits = { maxLists: 100, maxItems: 1000 } as const;

export const maxNameLength = 200;
export const maxQuantity = 9999;

/** Returns the privacy of the protocol's number (0, 1, 2); undefined for anything else. */
export function privacyOf(number: string): Privacy | undefined {
  return /^[012]$/.test(number) ? privacies[Number(number)] : undefined;
}

/** Returns the privacy under which fewer people see a list. */
export function stricterOf(one: Privacy, other: Privacy): Privacy {
  return numberOf(one) > numberOf(other) ? one : other;
}

/** Returns the protocol's number of a privacy. */
export function numberOf(privacy: Privacy): number {
  return privacies.indexOf(privacy);
}

/** Longer texts (characters) are no names, whatever is stripped from them. */
const maxTypedLength = 10 * maxNameLength;

/** Returns a list's name without tags and surrounding and repeated spaces; "" if it is invisible, too long, or has characters that no line may. */
export function wishlistName(text: string): string {
  if (text.length > maxTypedLength) return "";
  const name = visibleText(withoutTags(text).replace(/\s+/g, " "));
  return name.length <= maxNameLength && !hasForbiddenCharacters(name) ? name : "";
}

/** Removing a tag can join the halves of another one. */
function withoutTags(text: string): string {
  const stripped = text.replace(/<[/!]?[a-z][^<>]*>/gi, "");
  return stripped === text ? text : withoutTags(stripped);
}

/** Returns a wanted quantity within its limits; 1 for what is no number. */
export function wishedQuantity(quantity: number | null): number {
  return quantity === null || Number.isNaN(quantity) ? 1 : Math.min(Math.max(Math.trunc(quantity), 1), maxQuantity);
}

/** Returns whether a visitor can keep more than one list. */
export function keepsSeveral(setting: "no" | "accounts" | "everybody", isSignedIn: boolean): boolean {
  return setting === "everybody" || (setting === "accounts" && isSignedIn);
}
