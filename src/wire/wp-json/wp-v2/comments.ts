// GET /wp-json/wp/v2/comments and /{id}.
import { Type } from "typebox";
import { routes } from "#routes";
import { escapeHtml } from "#shop/contact/html-text.rules.ts";
import { Refusal } from "#shop/refusal.ts";
import { type CommentOrder, findComment, type ListedComment, listComments } from "#shop/reviews/list-comments.ts";
import type { ReviewStatus } from "#shop/reviews/review.ts";
import { splitAtLinks, visitorLinkRel } from "#shop/reviews/text-links.rules.ts";
import { forbidden } from "../api/api-error.ts";
import { can } from "../api/capabilities.ts";
import { type ApiCall, type ApiItem, type Endpoint, endpoint } from "../api/endpoint.ts";
import { momentOf } from "./moments.ts";
import { commentListParameters } from "./schemas/item-schemas.ts";
import { itemParameters, pageOf, pathId } from "./schemas/list-parameters.ts";

/** The shop's statuses by the names of the protocol's parameters. */
export const statusOf = { approve: "approved", hold: "held", spam: "spam", trash: "trash" } as const satisfies Record<
  string,
  ReviewStatus
>;
const statusName = { approved: "approved", held: "hold", spam: "spam", trash: "trash" } as const;

const orders: Readonly<Record<string, CommentOrder>> = { id: "id", include: "include", post: "post", parent: "parent" };

const moderates = ({ caller }: Pick<ApiCall<unknown>, "caller">) => can(caller.user?.role ?? null, "moderate_comments");

export const commentList: Endpoint = endpoint({
  methods: ["GET"],
  parameters: commentListParameters,
  rule: { who: "anyone", edits: "moderate_comments" },
  async answer(call) {
    const { given } = call;
    const { page, per_page: perPage, search, after, before, include, exclude, post, parent, orderby, order } = given;
    const isPrivate = given.status !== "approve" || given.author !== undefined || given.author_email !== undefined;
    if (isPrivate && !moderates(call))
      throw forbidden(
        call.caller.user === null,
        "rest_forbidden_param",
        "Query parameter not permitted: status, author, author_email",
      );
    const { total, rows } = await listComments(
      call.services.db,
      {
        isPublic: !moderates(call),
        statuses: given.status === "all" ? ["approved", "held"] : [statusOf[given.status]],
        search,
        after: after === undefined ? undefined : momentOf(call, "after", after),
        before: before === undefined ? undefined : momentOf(call, "before", before),
        include,
        exclude: exclude ?? [],
        articles: post,
        parents: parent,
        notParents: given.parent_exclude ?? [],
        users: given.author,
        email: given.author_email,
        orderBy: orders[orderby] ?? "date",
        order,
        ...pageOf(given),
      },
      call,
    );
    return { kind: "list", items: rows.map((comment) => commentItem(comment, call)), total, page, perPage };
  },
});

export const oneComment: Endpoint = endpoint({
  methods: ["GET"],
  parameters: Type.Object({ ...pathId, ...itemParameters }),
  rule: { who: "anyone", edits: "moderate_comments" },
  answer: async (call) => ({ kind: "item", item: commentItem(await getComment(call.given.id, call), call) }),
});

/** Returns a comment that the caller may see. @throws Refusal review_unknown */
export async function getComment(id: number, call: ApiCall<unknown>): Promise<ListedComment> {
  const comment = await findComment(call.services.db, id, !moderates(call), call);
  if (!comment) throw new Refusal("review_unknown");
  return comment;
}

const pathOf = { post: "/wp/v2/posts", page: "/wp/v2/pages" } as const;

/** Returns the API's form of a comment. The author's account id is shown only to moderators, or if the author is staff. */
export function commentItem(comment: ListedComment, call: Pick<ApiCall<unknown>, "siteUrl" | "caller">): ApiItem {
  const { id, articleId, parentId, userId, isStaff, authorName, body } = comment;
  const author = isStaff || moderates(call) ? userId : 0;
  return {
    fields: {
      id,
      post: articleId,
      parent: parentId,
      author,
      author_name: authorName,
      author_email: comment.authorEmail,
      author_url: "",
      date: comment.date,
      date_gmt: comment.dateGmt,
      content: { raw: body, rendered: paragraphsOf(body) },
      link: call.siteUrl + routes.articleComment(comment.articleSlug, id),
      status: statusName[comment.status],
      type: "comment",
      author_avatar_urls: {},
      meta: [],
    },
    links: {
      self: [{ href: `/wp/v2/comments/${id}` }],
      collection: [{ href: "/wp/v2/comments" }],
      up: [
        {
          href: `${pathOf[comment.articleType]}/${articleId}`,
          attributes: { post_type: comment.articleType },
          embeds: [{ kind: "article", id: articleId }],
        },
      ],
      ...(author !== 0 && {
        author: [{ href: `/wp/v2/users/${author}`, embeds: [{ kind: "person" as const, id: author }] }],
      }),
      ...(parentId !== 0 && { "in-reply-to": [{ href: `/wp/v2/comments/${parentId}` }] }),
    },
  };
}

/** Returns plain text as HTML, with the links that the page shows. */
function paragraphsOf(text: string): string {
  const html = splitAtLinks(text.replaceAll("\r\n", "\n")).map((part) => {
    const escaped = escapeHtml(part.text);
    return part.isLink ? `<a href="${escaped}" rel="${visitorLinkRel}">${escaped}</a>` : escaped;
  });
  const paragraphs = html.join("").split(/\n{2,}/);
  return paragraphs.map((one) => `<p>${one.replaceAll("\n", "<br />\n")}</p>\n`).join("");
}
