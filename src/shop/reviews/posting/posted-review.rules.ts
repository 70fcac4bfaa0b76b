import { emailFault } from "../../accounts/profile/account-fields.rules.ts";
import { hasForbiddenCharacters } from "../../accounts/profile/line-text.rules.ts";
import type { Settings } from "../../settings/setting-definitions.ts";

/** What somebody typed into the form of reviews, questions and replies. Untrusted. */
export interface TypedReview {
  author: string;
  email: string;
  url: string;
  text: string;
  /** "1" to "5"; others count as none. */
  rating: string;
}

/** Longest texts (characters). Source: wire notes 7.2. */
export const maxReviewLengths = { author: 245, email: 100, url: 200, text: 65_525 } as const;

/** Why a review is refused before it is judged. */
export type ReviewFault =
  | "review_contact_missing"
  | "review_email_invalid"
  | "review_text_missing"
  | "review_author_too_long"
  | "review_email_too_long"
  | "review_url_too_long"
  | "review_text_too_long"
  | "review_rating_missing";

/** Returns a rating from 1 to 5; null for others, which are not stored. */
export function ratingOf(typed: string): number | null {
  return /^[1-5]$/.test(typed) ? Number(typed) : null;
}

/**
 * Returns why a form cannot be accepted, in the protocol's order.
 * @param isGuest guests name themselves; users have a name
 * @param isRated whether this form has a rating: replies and questions have none
 */
export function reviewFault(
  typed: TypedReview,
  { isGuest, isRated }: { isGuest: boolean; isRated: boolean },
  settings: Pick<Settings, "review_needs_contact" | "review_rating_required">,
): ReviewFault | undefined {
  const needsContact = isGuest && settings.review_needs_contact === "yes";
  const length = (text: string) => Array.from(text).length;
  const faults: [boolean, ReviewFault][] = [
    [needsContact && (typed.author === "" || typed.email === ""), "review_contact_missing"],
    [isGuest && hasForbiddenCharacters(typed.author), "review_contact_missing"],
    [isGuest && length(typed.email) > maxReviewLengths.email, "review_email_too_long"],
    [isGuest && typed.email !== "" && emailFault(typed.email) !== undefined, "review_email_invalid"],
    [typed.text === "", "review_text_missing"],
    [isGuest && length(typed.author) > maxReviewLengths.author, "review_author_too_long"],
    [length(typed.url) > maxReviewLengths.url, "review_url_too_long"],
    [length(typed.text) > maxReviewLengths.text, "review_text_too_long"],
    // "0" is how the protocol's forms spell "none" too.
    [isRated && settings.review_rating_required === "yes" && /^0*$/.test(typed.rating), "review_rating_missing"],
  ];
  return faults.find(([applies]) => applies)?.[1];
}
