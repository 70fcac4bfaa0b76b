import { hasForbiddenCharacters, visibleText } from "../accounts/profile/line-text.rules.ts";

/** Who can see a list: everybody, and searches find it; whoever has its link; its owner. */
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

/** Returns the protocol's number of a privacy. */
export function numberOf(privacy: Privacy): number {
  return privacies.indexOf(privacy);
}

/** Returns a list's name without surrounding and repeated spaces; "" if it is invisible, too long, or has characters that no line may. */
export function wishlistName(text: string): string {
  const name = visibleText(text.replace(/\s+/g, " "));
  return name.length <= maxNameLength && !hasForbiddenCharacters(name) ? name : "";
}

/** Returns a wanted quantity within its limits; 1 for what is no number. */
export function wishedQuantity(quantity: number | null): number {
  return quantity === null || Number.isNaN(quantity) ? 1 : Math.min(Math.max(Math.trunc(quantity), 1), maxQuantity);
}

/** Returns whether a visitor can keep more than one list. */
export function keepsSeveral(setting: "no" | "accounts" | "everybody", isSignedIn: boolean): boolean {
  return setting === "everybody" || (setting === "accounts" && isSignedIn);
}
