// Answers POST /wp-comments-post.php: a review, a question, a comment or a reply. Fields: comment, author, email, url, rating,
// comment_post_ID, comment_parent, redirect_to, wp-comment-cookies-consent, ak_*, review_pictures, chowk_kind (question),
// _chowk_refused (proof that it corrects a refused form).
import type { FastifyReply, FastifyRequest } from "fastify";
import { closedPartTo } from "#http/guards/closed-part.ts";
import { localPathOf } from "#http/local-path.ts";
import type { Visit } from "#http/visit/visit.ts";
import { translator } from "#messages/translate.ts";
import { routes } from "#routes";
import { visibleText } from "#shop/accounts/profile/line-text.rules.ts";
import type { User } from "#shop/accounts/user.ts";
import { discardUploads } from "#shop/contact/files/receive-upload.ts";
import { findCommented } from "#shop/content/articles.ts";
import { Refusal, type RefusalCode } from "#shop/refusal.ts";
import { type PostedResult, type PostedReview, postReview, reviewForm } from "#shop/reviews/posting/post-review.ts";
import { findListPage } from "#shop/reviews/reviews.ts";
import type { ClosedPart } from "#shop/settings/coming-soon.rules.ts";
import { isCorrection, refusedField } from "#shop/spam/correction.ts";
import type { Entrance } from "../../wc-ajax/entrance.ts";
import { type CommentForm, isUnreadable, readComment, textOfLines } from "./read-comment.ts";

/** Statuses of refused forms. Source: wire notes 7.2. */
const statuses = {
  review_contact_missing: 200,
  review_email_invalid: 200,
  review_text_missing: 200,
  review_author_too_long: 200,
  review_email_too_long: 200,
  review_url_too_long: 200,
  review_text_too_long: 200,
  review_too_large: 200,
  review_rating_missing: 400,
  review_pictures_too_many: 400,
  review_picture_invalid: 400,
  reviews_closed: 403,
  review_needs_account: 403,
  review_only_buyers: 403,
  review_parent_unknown: 403,
  review_repeated: 409,
  review_too_soon: 429,
} as const satisfies Partial<Record<RefusalCode, number>>;

/** The control that a refused form is about. */
const controls: Partial<Record<keyof typeof statuses, string>> = {
  review_email_invalid: "email",
  review_text_missing: "comment",
  review_author_too_long: "author",
  review_email_too_long: "email",
  review_text_too_long: "comment",
  review_rating_missing: "rating",
  review_pictures_too_many: "review_pictures",
  review_picture_invalid: "review_pictures",
};

/** Fields that are shown again. */
const typedFields = ["comment", "author", "email", "rating", "comment_post_ID", "comment_parent", "chowk_kind"];

/** Seconds after which another review can be posted. */
const floodSeconds = 15;

/**
 * Returns a `preHandler` hook. An accepted form leads to what it has posted; a refused one is shown again by the page of
 * this address, with its status.
 */
export function postCommentHook(entrance: Entrance) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const { visit } = request;
    if (visit.path !== routes.postComment()) return undefined;
    reply.header("cache-control", "no-store");
    if (request.method !== "POST") return reply.code(405).header("allow", "POST").send("");
    if (visit.guardStateChange()) return reply;
    const closed = await closedPartTo(visit);
    if (closed === "site") return reply.redirect(routes.shop(), 302);
    return answer(entrance, visit, closed);
  };
}

async function answer(entrance: Entrance, visit: Visit, closed: ClosedPart): Promise<FastifyReply | undefined> {
  const { db, attachments, clock, signatures } = entrance;
  const { settings } = await visit.facts();
  let form: CommentForm | undefined;
  let posted: PostedResult;
  try {
    form = await readComment(visit.request, attachments, settings.review_pictures, clock.now());
    const now = clock.now();
    const subjectId = idIn(form.read("comment_post_ID")) ?? 0;
    if (closed === "store" && !(await findCommented(db, subjectId, now))) throw new Refusal("review_subject_unknown");
    if (form.fault) throw new Refusal(form.fault, { count: settings.review_pictures });
    const user = (await visit.session.find())?.user ?? null;
    const typed = postedOf(visit, form, user, isCorrection(signatures, reviewForm, form.read(refusedField), now));
    posted = await postReview(db, typed, settings, now);
    if (!user) rememberAuthor(visit, form);
  } catch (error) {
    await discardUploads(
      attachments,
      (form?.pictures ?? []).map((picture) => ["", picture]),
    );
    const refusal = isUnreadable(error) && error.code === "too_large" ? new Refusal("review_too_large") : error;
    if (isUnreadable(refusal)) return visit.reply.code(400).send("");
    if (!(refusal instanceof Refusal)) throw refusal;
    const { code, details } = refusal;
    // The protocol says nothing about pages that do not exist or are not public.
    if (code === "review_subject_unknown") return visit.reply.type("text/html; charset=utf-8").send("");
    if (!isShown(code)) throw refusal;
    refuse(visit, form, translator(settings.language)(`reviews.refused.${code}`, details), code);
    return undefined;
  }
  return visit.reply.redirect(await targetOf(entrance, visit, form, posted), 302);
}

function postedOf(
  visit: Visit,
  { read, pictures }: CommentForm,
  user: User | null,
  isCorrection: boolean,
): PostedReview {
  const { ip, headers } = visit.request;
  return {
    subjectId: idIn(read("comment_post_ID")) ?? 0,
    parentId: idIn(read("comment_parent")),
    isQuestion: read("chowk_kind") === "question",
    author: visibleText(read("author")),
    email: visibleText(read("email")),
    url: visibleText(read("url")),
    text: textOfLines(read("comment")),
    rating: read("rating").trim(),
    pictures: pictures.flatMap(({ key }) => key ?? []),
    user,
    ip,
    userAgent: headers["user-agent"] ?? "",
    read,
    isCorrection,
  };
}

function idIn(text: string): number | null {
  return /^[1-9]\d{0,14}$/.test(text.trim()) ? Number(text) : null;
}

function rememberAuthor({ cookies }: Visit, { read }: CommentForm): void {
  const commenter = { name: visibleText(read("author")), email: visibleText(read("email")), url: "" };
  cookies.setCommenter(read("wp-comment-cookies-consent") === "" ? undefined : commenter);
}

/** Returns where the author sees what was posted. One that waits for approval is shown to its author only. */
async function targetOf(
  { db, signatures }: Entrance,
  visit: Visit,
  { read }: CommentForm,
  { id, status, subject, threadId }: PostedResult,
): Promise<string> {
  const moderationHash = status === "approved" ? "" : signatures.sign("review", id).slice(0, 32);
  const wanted = localPathOf(read("redirect_to"), visit.siteUrl);
  if (wanted !== undefined) {
    const unapproved = new URLSearchParams({ unapproved: String(id), "moderation-hash": moderationHash });
    const query = moderationHash === "" ? "" : `${wanted.includes("?") ? "&" : "?"}${unapproved}`;
    return `${wanted}${query}#comment-${id}`;
  }
  const pathOf = subject.kind === "article" ? routes.articleComment : routes.productComment;
  return pathOf(subject.slug, id, { ...(await findListPage(db, threadId)), moderationHash });
}

type ShownCode = keyof typeof statuses;

function isShown(code: RefusalCode): code is ShownCode {
  return Object.hasOwn(statuses, code);
}

function refuse(visit: Visit, form: CommentForm | undefined, message: string, code: ShownCode): void {
  const status = statuses[code];
  const typed = typedFields.map((name) => [name, form?.read(name) ?? ""] as const);
  visit.refuseForm({
    name: "comment",
    typed: Object.fromEntries(typed),
    errors: [{ controlId: controls[code] ?? null, message }],
  });
  visit.reply.code(status);
  if (status === 429) visit.reply.header("retry-after", floodSeconds);
}
