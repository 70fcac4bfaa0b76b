// POST /wp-json/wp/v2/comments; POST, PUT, PATCH and DELETE /{id}.
import { Type } from "typebox";
import { readArticles } from "#shop/content/lists/list-articles.ts";
import { Refusal } from "#shop/refusal.ts";
import { findComment } from "#shop/reviews/list-comments.ts";
import { eraseReview, moderateReview } from "#shop/reviews/moderation/moderate-reviews.ts";
import { postReview } from "#shop/reviews/posting/post-review.ts";
import { textOfLines } from "../../page-requests/reviews/read-comment.ts";
import { ApiError } from "../api/api-error.ts";
import { type ApiCall, type ApiItem, type Endpoint, editing, endpoint } from "../api/endpoint.ts";
import { addressOf } from "../api/shape-answer.ts";
import { isVisible, viewOf } from "./articles.ts";
import { commentItem, getComment, statusOf } from "./comments.ts";
import { choice, writtenText } from "./schemas/fields.ts";
import { commentStatuses } from "./schemas/item-schemas.ts";
import { force, pathId } from "./schemas/list-parameters.ts";

const content = writtenText(65_525, "Plain text.");
const id = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const textIn = (given: string | { raw: string }) => textOfLines(typeof given === "string" ? given : given.raw);

/** Signed-in users comment as on the page of the article; guests do so only there, where forms are checked for spam. */
export const newComment: Endpoint = endpoint({
  methods: ["POST"],
  parameters: Type.Object({ post: id, parent: Type.Optional(id), content }),
  rule: { who: "signed in", code: "rest_comment_login_required", message: "Sorry, you must be logged in to comment." },
  inBatch: true,
  async answer(call) {
    const { services, caller, given, settings, headers, now } = call;
    const [article] = await readArticles(services.db, [given.post], { ...viewOf(call), withBody: false });
    // Reviews of products are posted on their pages.
    if (!article || !isVisible(article, call)) throw new Refusal("review_subject_unknown");
    const posted = {
      subjectId: given.post,
      parentId: given.parent || null,
      isQuestion: false,
      pictures: [],
      user: caller.user,
      isCorrection: false,
      text: textIn(given.content),
      author: "",
      email: "",
      url: "",
      rating: "",
      ip: caller.address,
      userAgent: String(headers["user-agent"] ?? ""),
      read: () => "",
    };
    const { id: newId } = await postReview(services.db, posted, settings, now);
    const location = addressOf(`/wp/v2/comments/${newId}`, call.siteUrl);
    return { kind: "item", item: await stored(newId, call), status: 201, location };
  },
});

const rule = (code: string, verb: string) =>
  ({ who: "moderate_comments", code, message: `Sorry, you are not allowed to ${verb} this comment.` }) as const;

export const changedComment: Endpoint = endpoint({
  methods: editing,
  parameters: Type.Object({
    ...pathId,
    content: Type.Optional(content),
    status: Type.Optional(choice([...commentStatuses, "approved"])),
  }),
  rule: rule("rest_cannot_edit", "edit"),
  inBatch: true,
  async answer(call) {
    const { given, services } = call;
    await getComment(given.id, call);
    const text = given.content === undefined ? undefined : textIn(given.content);
    if (text === "") throw new Refusal("review_text_missing");
    const status = given.status === "approved" ? "approved" : given.status && statusOf[given.status];
    await moderateReview(services.db, given.id, { status, text });
    return { kind: "item", item: await stored(given.id, call) };
  },
});

export const deletedComment: Endpoint = endpoint({
  methods: ["DELETE"],
  parameters: Type.Object({ ...pathId, ...force }),
  rule: rule("rest_cannot_delete", "delete"),
  inBatch: true,
  async answer(call) {
    const { given, services } = call;
    const before = await getComment(given.id, call);
    if (given.force) {
      await eraseReview(services.db, given.id);
      return { kind: "deleted", previous: commentItem(before, call) };
    }
    if (before.status === "trash")
      throw new ApiError(410, "rest_already_trashed", "The comment has already been trashed.");
    await moderateReview(services.db, given.id, { status: "trash" });
    return { kind: "item", item: await stored(given.id, call) };
  },
});

/** Returns a comment that was just written, which its author sees whether it is approved or not. */
async function stored(commentId: number, call: ApiCall<unknown>): Promise<ApiItem> {
  const comment = await findComment(call.services.db, commentId, false, call);
  if (!comment) throw new Refusal("review_unknown");
  return commentItem(comment, call);
}
