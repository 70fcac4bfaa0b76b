// GET /wp-json/wp/v2/categories and /tags, and /{id} of both.
import type { TObject } from "typebox";
import { Type } from "typebox";
import { routes } from "#routes";
import { readArticles } from "#shop/content/lists/list-articles.ts";
import { type ListedTopic, listTopics, readTopics, type TopicOrder } from "#shop/content/lists/list-topics.ts";
import { Refusal } from "#shop/refusal.ts";
import { type ApiCall, type ApiItem, type Endpoint, endpoint } from "../api/endpoint.ts";
import { isVisible, viewOf } from "./articles.ts";
import { categoryListParameters, categorySchema, tagListParameters, tagSchema } from "./schemas/item-schemas.ts";
import { itemParameters, pageOf, pathId } from "./schemas/list-parameters.ts";

/** Categories, or tags. */
export interface TopicKind {
  kind: "category" | "tag";
  taxonomy: "category" | "post_tag";
  /** Below the root of the API. */
  path: "/wp/v2/categories" | "/wp/v2/tags";
  schema: TObject;
}

export const categories: TopicKind = {
  kind: "category",
  taxonomy: "category",
  path: "/wp/v2/categories",
  schema: categorySchema,
};
export const tags: TopicKind = { kind: "tag", taxonomy: "post_tag", path: "/wp/v2/tags", schema: tagSchema };

const orders: Readonly<Record<string, TopicOrder>> = {
  id: "id",
  include: "include",
  slug: "slug",
  include_slugs: "include_slugs",
  description: "description",
  count: "count",
};

/** Returns the endpoint that lists categories or tags. */
export function topicList({ kind }: TopicKind): Endpoint {
  return endpoint({
    methods: ["GET"],
    parameters: Type.Object({
      ...tagListParameters.properties,
      ...(kind === "category" && { parent: categoryListParameters.properties.parent }),
    }),
    rule: { who: "anyone", edits: "edit_posts" },
    personalParameters: ["context", "post"],
    async answer(call) {
      const { given, services, now } = call;
      const { page, per_page: perPage, search, include, exclude, slug, post, hide_empty, orderby, order } = given;
      const isHidden = post !== undefined && !(await seesArticle(post, call));
      const filter = {
        kind,
        search,
        include: isHidden ? [] : include,
        exclude: exclude ?? [],
        slugs: slug,
        parent: (given as { parent?: number }).parent,
        articleId: post,
        hidesEmpty: hide_empty,
        orderBy: orders[orderby] ?? "name",
        order,
        ...pageOf(given),
      };
      const { total, rows } = await listTopics(services.db, filter, now);
      return { kind: "list", items: rows.map((topic) => topicItem(topic, call)), total, page, perPage };
    },
  });
}

async function seesArticle(id: number, call: ApiCall<unknown>): Promise<boolean> {
  const [article] = await readArticles(call.services.db, [id], { ...viewOf(call), withBody: false });
  return article !== undefined && isVisible(article, call);
}

/** Returns the endpoint that answers a category or tag. */
export function oneTopic(kind: TopicKind): Endpoint {
  return endpoint({
    methods: ["GET"],
    parameters: Type.Object({ ...pathId, ...itemParameters }),
    rule: { who: "anyone", edits: "edit_posts" },
    answer: async (call) => ({ kind: "item", item: topicItem(await getTopic(kind, call.given.id, call), call) }),
  });
}

/** @throws Refusal topic_unknown */
export async function getTopic(
  { kind }: TopicKind,
  id: number,
  { services, now }: ApiCall<unknown>,
): Promise<ListedTopic> {
  const [topic] = await readTopics(services.db, [id], now);
  if (topic?.kind !== kind) throw new Refusal("topic_unknown");
  return topic;
}

/** Returns the API's form of a category or tag. */
export function topicItem(topic: ListedTopic, { siteUrl }: Pick<ApiCall<unknown>, "siteUrl">): ApiItem {
  const { id, kind, name, slug, description, count, parentId } = topic;
  const { taxonomy, path } = kind === "category" ? categories : tags;
  const link = siteUrl + (kind === "category" ? routes.articleCategory(slug) : routes.articleTag(slug));
  const fields = { id, count, description, link, name, slug, taxonomy, meta: [] };
  return {
    fields: kind === "category" ? { ...fields, parent: parentId } : fields,
    links: {
      self: [{ href: `${path}/${id}` }],
      collection: [{ href: path }],
      about: [{ href: `/wp/v2/taxonomies/${taxonomy}` }],
      ...(parentId !== 0 && {
        up: [{ href: `${path}/${parentId}`, embeds: [{ kind: "topic" as const, id: parentId }] }],
      }),
      "wp:post_type": [{ href: `/wp/v2/posts?${path === "/wp/v2/tags" ? "tags" : "categories"}=${id}` }],
    },
  };
}
