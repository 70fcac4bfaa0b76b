import { createHash } from "node:crypto";
import type { Database } from "#db/database.ts";
import { translator } from "#messages/translate.ts";
import { may } from "../../accounts/permissions.rules.ts";
import type { User } from "../../accounts/user.ts";
import { Refusal } from "../../refusal.ts";
import type { Settings } from "../../settings/setting-definitions.ts";
import { type FormSource, type SentForm, uncountedForm } from "../../spam/judge-form.ts";
import type { ReviewStatus } from "../review.ts";
import { maxDepth, maxReplies } from "../review-order.rules.ts";
import { ratingOf, reviewFault, type TypedReview } from "./posted-review.rules.ts";
import { type PostingSubject, type PostingTerms, readPostingTerms } from "./posting-terms.ts";
import { type CheckedReview, storeReview } from "./store-reviews.ts";

/** A review, question or reply as it was posted, and by whom. */
export interface PostedReview extends TypedReview, FormSource {
  subjectId: number;
  /** Null: it is no reply. */
  parentId: number | null;
  /** Ignored for replies, which are what their parent is. */
  isQuestion: boolean;
  /** Pictures in the storage of attachments. */
  pictures: readonly string[];
  /** Null: a guest. */
  user: User | null;
  /** See `SentForm`. */
  isCorrection: boolean;
}

/** A stored review, question or reply. */
export interface PostedResult {
  id: number;
  status: ReviewStatus;
  subject: PostingSubject;
  /** The one that starts the thread. */
  threadId: number;
}

/** The kind of form for the spam score. */
export const reviewForm = "review";

/** From so many links on, a text waits for approval. */
const maxLinks = 2;

/**
 * Stores a review, question or reply. Spam is stored too; its sender sees the same as for a text that waits for approval.
 * @throws Refusal review_subject_unknown, reviews_closed, review_needs_account, review_only_buyers, review_parent_unknown,
 * the faults of `reviewFault`, review_repeated, review_too_soon
 */
export async function postReview(
  db: Database,
  posted: PostedReview,
  settings: Settings,
  now: Date,
): Promise<PostedResult> {
  const { user } = posted;
  const author = authorOf(posted, settings);
  const email = (user?.email ?? posted.email).toLowerCase();
  const fingerprint = fingerprintOf(posted, author, email);
  const { subjectId, parentId } = posted;
  const request = { subjectId, parentId, userId: user?.id ?? null, author, email, fingerprint, now };
  const terms = await readPostingTerms(db, request);
  const subject = checkOpen(posted, terms, settings);
  const kind =
    terms.parent?.kind ?? (subject.kind === "article" ? "comment" : posted.isQuestion ? "question" : "review");
  const isRated = kind === "review" && terms.parent === null;
  const fault = reviewFault(posted, { isGuest: user === null, isRated }, settings);
  if (fault) throw new Refusal(fault);
  if (terms.isRepeated) throw new Refusal("review_repeated");
  const checked: CheckedReview = {
    productId: subject.kind === "product" ? subject.id : null,
    articleId: subject.kind === "article" ? subject.id : null,
    parentId: terms.parent?.id ?? null,
    threadId: terms.parent?.threadId ?? null,
    kind,
    author,
    email,
    userId: user?.id ?? null,
    rating: isRated ? ratingOf(posted.rating) : null,
    text: posted.text,
    isVerified: terms.hasBought,
    isStaff: isStaff(user),
    // Others show none; what was sent is deleted with the interrupted uploads.
    pictures: isRated ? posted.pictures : [],
    fingerprint,
    isHeld: isHeld(posted, terms, settings),
    ip: posted.ip,
    ...(await uncountedForm(sentForm(posted, author, email), settings, now)),
    postedAt: now,
  };
  const stored = await storeReview(db, checked);
  if (stored === "repeated") throw new Refusal("review_repeated");
  if (stored === "too_soon") throw new Refusal("review_too_soon");
  return { ...stored, subject, threadId: terms.parent?.threadId ?? stored.id };
}

/** @throws Refusal if the author cannot post this here */
function checkOpen(
  { user, parentId, isQuestion }: PostedReview,
  terms: PostingTerms,
  settings: Settings,
): PostingSubject {
  const { subject, parent } = terms;
  if (!subject) throw new Refusal("review_subject_unknown");
  if (!subject.takesReviews) throw new Refusal("reviews_closed");
  if (subject.kind === "product" && isQuestion && parentId === null && settings.product_questions === "no")
    throw new Refusal("reviews_closed");
  if (user === null && settings.review_needs_account === "yes") throw new Refusal("review_needs_account");
  if (parentId !== null && !parent) throw new Refusal("review_parent_unknown");
  if (parent && (parent.depth >= maxDepth || parent.replyCount >= maxReplies)) throw new Refusal("reviews_closed");
  const isReview = subject.kind === "product" && parentId === null && !isQuestion;
  const isOpen = settings.review_verified_only === "no" || terms.hasBoughtSignedIn || isStaff(user);
  if (isReview && !isOpen) throw new Refusal("review_only_buyers");
  return subject;
}

function sentForm(posted: PostedReview, author: string, email: string): SentForm {
  const { text, url, ip, userAgent, read, isCorrection } = posted;
  return { kind: reviewForm, texts: [author, text], websites: [url, email], ip, userAgent, read, isCorrection };
}

function isHeld(
  { text, pictures }: PostedReview,
  { isKnown }: PostingTerms,
  { review_moderation: moderation }: Settings,
) {
  if (moderation === "none") return false;
  const linkCount = text.match(/\bhttps?:\/\//gi)?.length ?? 0;
  return moderation === "all" || !isKnown || pictures.length > 0 || linkCount >= maxLinks;
}

function isStaff(user: User | null): boolean {
  return may(user?.role ?? null, "change", "reviews");
}

/** Returns the name under which it is published. */
function authorOf({ user, author }: PostedReview, settings: Settings): string {
  const name = user ? nameOf(user) || (isStaff(user) ? settings.shop_name : "") : author;
  return name || translator(settings.language)("reviews.anonymous");
}

/** Returns the name under which a user's reviews are published: the last name is shortened. */
export function nameOf({ firstName, lastName }: Pick<User, "firstName" | "lastName">): string {
  const [initial = ""] = lastName.trim();
  return [firstName.trim(), initial && `${initial}.`].filter(Boolean).join(" ");
}

/** Returns a hash that is the same for copies of a post. */
function fingerprintOf({ subjectId, parentId, text }: PostedReview, author: string, email: string): Buffer {
  return createHash("sha256")
    .update(JSON.stringify([subjectId, parentId, author, email, text]))
    .digest();
}
