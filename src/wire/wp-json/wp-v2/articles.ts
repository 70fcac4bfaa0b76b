// GET /wp-json/wp/v2/posts and /pages, and /{id} of both.
import type { TObject } from "typebox";
import { Type } from "typebox";
import { routes } from "#routes";
import { slugOf } from "#shop/catalogue/slug.ts";
import { escapeHtml } from "#shop/contact/html-text.rules.ts";
import { withoutBlocks } from "#shop/content/blocks/parse-body.ts";
import {
  type ArticleListFilter,
  type ArticleOrder,
  type ListedArticle,
  type ListedStatus,
  type ListView,
  listArticles,
  readArticles,
} from "#shop/content/lists/list-articles.ts";
import { summaryOf } from "#shop/content/summary.ts";
import { ApiError, invalidParameter } from "../api/api-error.ts";
import { can } from "../api/capabilities.ts";
import { type ApiCall, type ApiItem, type Endpoint, endpoint, type Link } from "../api/endpoint.ts";
import { momentOf } from "./moments.ts";
import { itemParameters, pageOf, pathId } from "./schemas/list-parameters.ts";
import { pageListParameters, pageSchema, postListParameters, postSchema, statuses } from "./schemas/post-schemas.ts";

/** Posts, or pages. */
export interface ArticleKind {
  type: "post" | "page";
  /** Below the root of the API. */
  path: "/wp/v2/posts" | "/wp/v2/pages";
  schema: TObject;
  listParameters: TObject;
}

export const posts: ArticleKind = {
  type: "post",
  path: "/wp/v2/posts",
  schema: postSchema,
  listParameters: postListParameters,
};
export const pages: ArticleKind = {
  type: "page",
  path: "/wp/v2/pages",
  schema: pageSchema,
  listParameters: pageListParameters,
};

const unknownPost = () => new ApiError(404, "rest_post_invalid_id", "Invalid post ID.");

/** Returns the endpoint that lists posts or pages. */
export function articleList(kind: ArticleKind): Endpoint {
  return endpoint({
    methods: ["GET"],
    parameters: kind.listParameters,
    rule: { who: "anyone", edits: "edit_posts" },
    personalParameters: ["context", "status"],
    async answer(checked) {
      const call = checked as ApiCall<ListGiven>;
      const filter = { ...filterOf(kind, call), found: await foundIds(call) };
      const { total, rows } = await listArticles(call.services.db, filter, viewOf(call));
      if (rows.length === 0 && total > 0)
        throw new ApiError(
          400,
          "rest_post_invalid_page_number",
          "The page number requested is larger than the number of pages available.",
        );
      const { page, per_page: perPage } = call.given;
      return { kind: "list", items: rows.map((article) => articleItem(article, call)), total, page, perPage };
    },
  });
}

/** Returns the endpoint that answers a post or page. */
export function oneArticle(kind: ArticleKind): Endpoint {
  return endpoint({
    methods: ["GET"],
    parameters: Type.Object({ ...pathId, ...itemParameters }),
    rule: { who: "anyone", edits: "edit_posts" },
    answer: async (call) => ({ kind: "item", item: articleItem(await getArticle(kind, call.given.id, call), call) }),
  });
}

async function foundIds({ services, given }: ApiCall<ListGiven>): Promise<number[] | undefined> {
  if (!given.search) return undefined;
  const terms = await services.catalogue.readTerms(given.search);
  return (await services.articleIndex()).findIds(terms);
}

/** Returns a post or page that the caller may see. One that they may not is answered as one that does not exist. */
export async function getArticle({ type }: ArticleKind, id: number, call: ApiCall): Promise<ListedArticle> {
  const [article] = await readArticles(call.services.db, [id], { ...viewOf(call), withBody: true });
  if (article?.type !== type || !isVisible(article, call)) throw unknownPost();
  return article;
}

/** Whether the caller sees an article. */
export function isVisible({ status }: Pick<ListedArticle, "status">, { caller }: ApiCall<unknown>): boolean {
  return status === "publish" || seesAll({ caller });
}

const seesAll = ({ caller }: Pick<ApiCall<unknown>, "caller">) => can(caller.user?.role ?? null, "read_private_posts");

export function viewOf({ timeZone, now, context, wants }: ApiCall<unknown>): ListView {
  return { timeZone, now, withBody: context !== "embed" && wants("content") };
}

type ListGiven = Record<string, unknown> & {
  page: number;
  per_page: number;
  status: readonly string[];
  order: "asc" | "desc";
  orderby: string;
  search?: string;
};

function filterOf({ type }: ArticleKind, call: ApiCall<ListGiven>): ArticleListFilter {
  const { given } = call;
  const list = (name: string) => given[name] as readonly number[] | undefined;
  const moment = (name: string) => {
    const text = given[name];
    return typeof text === "string" ? momentOf(call, name, text) : undefined;
  };
  const orderBy = given.orderby === "menu_order" ? "title" : (given.orderby as ArticleOrder);
  if (orderBy === "relevance" && given.search === undefined)
    throw invalidParameter(
      "orderby",
      "You need to define a search term to order by relevance.",
      "rest_no_search_term_defined",
    );
  return {
    type,
    statuses: statusesOf(call),
    after: moment("after"),
    before: moment("before"),
    modifiedAfter: moment("modified_after"),
    modifiedBefore: moment("modified_before"),
    authors: list("author"),
    notAuthors: list("author_exclude") ?? [],
    include: list("include"),
    exclude: list("exclude") ?? [],
    slugs: given.slug as readonly string[] | undefined,
    parents: type === "page" ? list("parent") : undefined,
    notParents: (type === "page" ? list("parent_exclude") : undefined) ?? [],
    ...(type === "post" && {
      categories: list("categories"),
      notCategories: list("categories_exclude") ?? [],
      tags: list("tags"),
      notTags: list("tags_exclude") ?? [],
      isAnyTopic: given.tax_relation === "OR",
      isSticky: given.sticky as boolean | undefined,
    }),
    orderBy,
    order: given.order,
    ...pageOf(given),
  };
}

function statusesOf(call: ApiCall<ListGiven>): ListedStatus[] {
  const asked = call.given.status;
  const wanted = asked.includes("any") ? statuses.filter((one) => one !== "trash") : (asked as ListedStatus[]);
  if (wanted.some((one) => one !== "publish") && !seesAll(call))
    throw invalidParameter("status", "Status is forbidden.", "rest_forbidden_status");
  return [...wanted];
}

/** Returns the API's form of a post or page. */
export function articleItem(article: ListedArticle, { siteUrl }: Pick<ApiCall<unknown>, "siteUrl">): ApiItem {
  const { id, type, slug, title, excerpt, body, status, mediaId, author } = article;
  const link = siteUrl + routes.article(slug);
  const fields = {
    id,
    date: article.date,
    date_gmt: article.dateGmt,
    guid: { rendered: `${siteUrl}/?p=${id}`, raw: `${siteUrl}/?p=${id}` },
    modified: article.modified,
    modified_gmt: article.modifiedGmt,
    slug,
    status,
    type,
    link,
    title: { raw: title, rendered: escapeHtml(title) },
    content: { raw: body, rendered: withoutBlocks(body), protected: false },
    author,
    featured_media: mediaId,
    comment_status: article.commentsOpen ? "open" : "closed",
    ping_status: "closed",
    template: "",
    meta: [],
    // The next three are worked out only where they are shown.
    get excerpt() {
      const summary = summaryOf(article);
      return { raw: excerpt, rendered: summary && `<p>${escapeHtml(summary)}</p>\n`, protected: false };
    },
    get generated_slug() {
      return slugOf(title, String(id));
    },
    get permalink_template() {
      return siteUrl + routes.article("%postname%").replaceAll("%25", "%");
    },
    ...(type === "post"
      ? {
          sticky: article.isSticky,
          format: article.format ?? "standard",
          categories: article.categories,
          tags: article.tags,
        }
      : { parent: article.parentId, menu_order: 0 }),
  };
  return { fields, links: linksOf(article) };
}

function linksOf({ id, type, author, mediaId, parentId, categories, tags }: ListedArticle): ApiItem["links"] {
  const { path } = type === "post" ? posts : pages;
  const terms = (taxonomy: string, base: string, ids: readonly number[]): Link => ({
    attributes: { taxonomy },
    href: `/wp/v2/${base}?post=${id}`,
    isList: true,
    embeds: ids.map((topic) => ({ kind: "topic", id: topic })),
  });
  return {
    self: [{ href: `${path}/${id}` }],
    collection: [{ href: path }],
    about: [{ href: `/wp/v2/types/${type}` }],
    ...(author !== 0 && { author: [{ href: `/wp/v2/users/${author}`, embeds: [{ kind: "person", id: author }] }] }),
    replies: [{ href: `/wp/v2/comments?post=${id}` }],
    "version-history": [{ href: `${path}/${id}/revisions` }],
    ...(mediaId !== 0 && {
      "wp:featuredmedia": [{ href: `/wp/v2/media/${mediaId}`, embeds: [{ kind: "media", id: mediaId }] }],
    }),
    ...(type === "post" && {
      "wp:term": [terms("category", "categories", categories), terms("post_tag", "tags", tags)],
    }),
    ...(parentId !== 0 && { up: [{ href: `${path}/${parentId}`, embeds: [{ kind: "article", id: parentId }] }] }),
  };
}
