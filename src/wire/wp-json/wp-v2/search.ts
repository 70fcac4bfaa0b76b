// GET /wp-json/wp/v2/search: posts, pages, categories and tags by their texts.
import { routes } from "#routes";
import { type FoundItem, searchArticles, searchTopics } from "#shop/content/lists/search-items.ts";
import { type ApiCall, type ApiItem, type ApiPath, endpoint } from "../api/endpoint.ts";
import { searchParameters, searchSchema } from "./schemas/item-schemas.ts";
import { pageOf } from "./schemas/list-parameters.ts";

export const searchPath: ApiPath = {
  path: "/wp/v2/search",
  schema: searchSchema,
  endpoints: [
    endpoint({
      methods: ["GET"],
      parameters: searchParameters,
      rule: { who: "anyone", edits: "edit_posts" },
      async answer(call) {
        const { type, subtype, search = "", include, exclude, page, per_page: perPage } = call.given;
        const asked = { search, include, exclude: exclude ?? [], ...pageOf(call.given) };
        const has = (name: (typeof subtype)[number]) => subtype.includes("any") || subtype.includes(name);
        const { db } = call.services;
        const { total, rows } =
          type === "post"
            ? await searchArticles(db, { ...asked, kinds: (["post", "page"] as const).filter(has) }, call.now)
            : await searchTopics(db, {
                ...asked,
                kinds: [
                  ...(has("category") ? ["category" as const] : []),
                  ...(has("post_tag") ? ["tag" as const] : []),
                ],
              });
        return { kind: "list", items: rows.map((found) => foundItem(found, call)), total, page, perPage };
      },
    }),
  ],
};

const places = {
  post: { subtype: "post", type: "post", base: "posts", pathOf: routes.article },
  page: { subtype: "page", type: "post", base: "pages", pathOf: routes.article },
  category: { subtype: "category", type: "term", base: "categories", pathOf: routes.articleCategory },
  tag: { subtype: "post_tag", type: "term", base: "tags", pathOf: routes.articleTag },
} as const;

function foundItem({ id, kind, title, slug }: FoundItem, { siteUrl }: ApiCall<unknown>): ApiItem {
  const { type, subtype, base, pathOf } = places[kind];
  return {
    fields: { id, title, url: siteUrl + pathOf(slug), type, subtype },
    links: {
      self: [
        {
          href: `/wp/v2/${base}/${id}`,
          embeds: [{ kind: type === "post" ? ("article" as const) : ("topic" as const), id }],
        },
      ],
      collection: [{ href: "/wp/v2/search" }],
    },
  };
}
