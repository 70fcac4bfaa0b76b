import type { Refusal, RefusalCode } from "#shop/refusal.ts";
import { ApiError } from "./api-error.ts";

/** The protocol's status, code and message of what the shop refuses. */
const known: Partial<Record<RefusalCode, readonly [status: number, code: string, message: string]>> = {
  article_unknown: [404, "rest_post_invalid_id", "Invalid post ID."],
  revision_unknown: [404, "rest_post_invalid_id", "Invalid revision ID."],
  article_empty: [400, "empty_content", "Content, title, and excerpt are empty."],
  article_author_unknown: [400, "rest_invalid_author", "Invalid author ID."],
  article_media_unknown: [400, "rest_invalid_featured_media", "Invalid featured media ID."],
  media_unknown: [404, "rest_post_invalid_id", "Invalid post ID."],
  media_article_unknown: [400, "rest_post_invalid_id", "Invalid parent post ID."],
  media_refused: [400, "rest_upload_sideload_error", "The file cannot be used as a picture."],
  pictures_busy: [503, "rest_busy", "Too many pictures are being prepared. Please try again in a moment."],
  article_parent_invalid: [400, "rest_post_invalid_id", "Invalid parent page ID."],
  article_topic_unknown: [400, "rest_term_invalid", "A category or tag does not exist."],
  topic_name_missing: [400, "empty_term_name", "A name is required for this term."],
  topic_unknown: [404, "rest_term_invalid", "Term does not exist."],
  topic_exists: [400, "term_exists", "A term with the name provided already exists with this parent."],
  topic_parent_invalid: [400, "rest_term_invalid", "Parent term does not exist."],
  review_unknown: [404, "rest_comment_invalid_id", "Invalid comment ID."],
  review_subject_unknown: [403, "rest_comment_invalid_post_id", "Sorry, you are not allowed to comment on this post."],
  reviews_closed: [403, "rest_comment_closed", "Sorry, comments are closed for this item."],
  review_needs_account: [401, "rest_comment_login_required", "Sorry, you must be logged in to comment."],
  review_parent_unknown: [400, "rest_comment_invalid_parent", "Invalid comment parent ID."],
  review_contact_missing: [
    400,
    "rest_comment_author_data_required",
    "Creating a comment requires valid author name and email values.",
  ],
  review_email_invalid: [400, "rest_comment_author_data_required", "The email address is invalid."],
  review_text_missing: [400, "rest_comment_content_invalid", "Invalid comment content."],
  review_text_too_long: [400, "comment_content_column_length", "Comment field exceeds maximum length allowed."],
  review_author_too_long: [400, "comment_author_column_length", "Comment field exceeds maximum length allowed."],
  review_email_too_long: [400, "comment_author_email_column_length", "Comment field exceeds maximum length allowed."],
  review_url_too_long: [400, "comment_author_url_column_length", "Comment field exceeds maximum length allowed."],
  review_repeated: [
    409,
    "comment_duplicate",
    "Duplicate comment detected; it looks as though you've already said that!",
  ],
  review_too_soon: [400, "comment_flood", "You are posting comments too quickly. Slow down."],
  application_password_unknown: [404, "rest_application_password_not_found", "Application password not found."],
  application_passwords_too_many: [400, "rest_too_many_application_passwords", "Revoke one before you make another."],
  credentials_wrong: [403, "rest_incorrect_password", "current_password is not the current password."],
  code_wrong: [403, "rest_incorrect_code", "The code of the second factor is missing or wrong."],
  too_many_tries: [429, "rest_too_many_requests", "Too many tries. Please wait before the next one."],
};

/** Returns what the API answers to a refusal of the shop. */
export function translateRefusal({ code, details }: Refusal): ApiError {
  const [status, name, message] = known[code] ?? [400, `rest_${code}`, `Refused: ${code.replaceAll("_", " ")}.`];
  if (code === "media_refused")
    return new ApiError(status, name, `${message} ${sentence(details.reason)}`, { details });
  if (code === "topic_exists") return new ApiError(status, name, message, { term_id: details.id });
  return new ApiError(status, name, message, Object.keys(details).length > 0 ? { details } : {});
}

/** Returns a clause of the shop as a sentence. */
function sentence(clause: unknown): string {
  const text = typeof clause === "string" ? clause : "";
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
}
