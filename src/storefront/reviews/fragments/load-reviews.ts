import type { ShopServices } from "#http/shop-services.ts";
import type { Visit } from "#http/visit/visit.ts";
import { routes } from "#routes";
import type { User } from "#shop/accounts/user.ts";
import { hasBought } from "#shop/reviews/posting/has-bought.ts";
import { nameOf } from "#shop/reviews/posting/post-review.ts";
import type { Review } from "#shop/reviews/review.ts";
import { reviewOrders, reviewSelection } from "#shop/reviews/review-order.rules.ts";
import { findRepliedTo, findUnapproved, type OwnReview } from "#shop/reviews/reviews.ts";
import type { Settings } from "#shop/settings/setting-definitions.ts";
import type { QuestionsProps } from "./questions.tsx";
import type { ReviewFormProps } from "./review-form.tsx";
import type { ReviewsProps } from "./reviews.tsx";

/** The query parameters of a page with reviews. */
export const reviewParameters = [
  "reviews_order",
  "reviews_stars",
  "questions_page",
  "unapproved",
  "moderation-hash",
  "replytocom",
] as const;

/** Whether a parameter selects reviews or questions by a value that exists, so that the number of such pages is limited. */
export function isReviewSelection(name: string, value: string): boolean {
  if (name === "reviews_order") return reviewOrders.some((order) => order === value && order !== "newest");
  if (name === "reviews_stars") return /^[1-5]$/.test(value);
  return name === "questions_page" && /^[2-9]$|^[1-9]\d{1,4}$/.test(value);
}

interface Reviewed {
  id: number;
  slug: string;
  reviewsAllowed: boolean;
}

/** A request for a page with reviews or comments. */
export interface ReadPage {
  query: URLSearchParams;
  facts: { settings: Settings };
  /** The signed-in user on a personal page. */
  formCircumstances: { user: Pick<User, "id" | "role" | "firstName" | "lastName"> | null };
}

type Services = Pick<ShopServices, "db" | "details" | "signatures">;

/** Returns what the reviews of a product show; undefined if there is no such page of them. */
export async function loadReviews(
  services: Services,
  visit: Visit,
  product: Reviewed,
  page: number,
  read: ReadPage,
): Promise<ReviewsProps | undefined> {
  const selection = reviewSelection(read.query.get("reviews_order"), read.query.get("reviews_stars"));
  const found = await services.details.findReviews(product.id, page, selection);
  if (!found) return undefined;
  const { reviews: list, summary, total, pageCount } = found;
  const own = await findOwn(services, product.id, read);
  return {
    productId: product.id,
    slug: product.slug,
    summary,
    total,
    list,
    selection,
    page,
    pageCount,
    own: own && own.review.kind !== "question" ? own : null,
    form: await formOf(services, visit, product, read),
  };
}

/** Returns what the questions about a product show; undefined if there is no such page of them. */
export async function loadQuestions(
  services: Services,
  visit: Visit,
  product: Reviewed,
  read: ReadPage,
): Promise<QuestionsProps | undefined> {
  const { settings } = read.facts;
  const asked = read.query.get("questions_page") ?? "1";
  const page = /^[1-9]\d{0,4}$/.test(asked) ? Number(asked) : 1;
  const found = await services.details.findQuestions(product.id, page);
  if (!found) return undefined;
  const { questions: list, pageCount } = found;
  const canAsk = settings.product_questions === "yes" && !needsAccount(read);
  const own = await findOwn(services, product.id, read);
  return {
    productId: product.id,
    slug: product.slug,
    list,
    page,
    pageCount,
    own: own?.review.kind === "question" ? own : null,
    form: canAsk ? { ...formFor(visit, product, read), kind: "question" as const, maxPictures: 0 } : null,
  };
}

/** Finds the text that waits for approval and whose signature is in the address, which only its author knows. */
export async function findOwn(
  { db, signatures }: Pick<Services, "db" | "signatures">,
  subjectId: number,
  { query }: Pick<ReadPage, "query">,
): Promise<OwnReview | null> {
  const id = query.get("unapproved") ?? "";
  const hash = query.get("moderation-hash") ?? "";
  if (!/^[1-9]\d{0,14}$/.test(id) || !signatures.verify(hash, "review", Number(id))) return null;
  const own = await findUnapproved(db, Number(id));
  return own?.subjectId === subjectId ? own : null;
}

async function formOf(
  { db }: Services,
  visit: Visit,
  product: Reviewed,
  read: ReadPage,
): Promise<ReviewsProps["form"]> {
  if (needsAccount(read)) return "needs_account";
  const replyTo = await findReplyTo(db, product.id, read);
  const { user } = read.formCircumstances;
  const onlyBuyers = read.facts.settings.review_verified_only === "yes" && replyTo === null;
  if (onlyBuyers) {
    if (!user) return "only_buyers";
    if (!(await hasBought(db, user, product.id))) return "not_bought";
  }
  return { ...formFor(visit, product, read), replyTo };
}

/** Finds the text that the address asks to reply to. */
export async function findReplyTo(
  db: Services["db"],
  subjectId: number,
  { query }: Pick<ReadPage, "query">,
): Promise<Pick<Review, "id" | "authorName"> | null> {
  const id = query.get("replytocom") ?? "";
  return /^[1-9]\d{0,14}$/.test(id) ? ((await findRepliedTo(db, subjectId, Number(id))) ?? null) : null;
}

/** Whether the visitor has to sign in to post. */
export function needsAccount({ facts, formCircumstances }: Pick<ReadPage, "facts" | "formCircumstances">): boolean {
  return facts.settings.review_needs_account === "yes" && formCircumstances.user === null;
}

/** Returns an empty form. Pages for which the visitor has cookies with a name bypass the cache. */
export function formFor(
  visit: Visit,
  { id, slug }: Pick<Reviewed, "id" | "slug">,
  { facts: { settings }, formCircumstances: { user } }: Pick<ReadPage, "facts" | "formCircumstances">,
): ReviewFormProps {
  const { name, email } = visit.cookies.commenter;
  return {
    subjectId: id,
    kind: "review",
    replyTo: null,
    href: routes.product(slug),
    ratingRequired: settings.review_rating_required === "yes",
    asksContact: user === null,
    needsContact: settings.review_needs_contact === "yes",
    commenter: user ? { name: nameOf(user), email: "" } : { name, email },
    maxPictures: settings.review_pictures,
  };
}
