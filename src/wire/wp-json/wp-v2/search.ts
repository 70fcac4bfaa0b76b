// GET /wp-json/wp/v2/search: posts, pages, categories and tags by their texts.
import type { Static } from "typebox";
import { routes } from "#routes";
import { type FoundTopic, searchTopics } from "#shop/content/lists/list-topics.ts";
import type { FoundArticle } from "#shop/content/search/found-articles.ts";
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
        const { type, subtype, page, per_page: perPage } = call.given;
        const has = (name: (typeof subtype)[number]) => subtype.includes("any") || subtype.includes(name);
        const { total, rows } =
          type === "post"
            ? await searchArticles(call, (["post", "page"] as const).filter(has))
            : await searchTopics(call.services.db, {
                ...askedOf(call),
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

type SearchCall = ApiCall<Static<typeof searchParameters>>;

function askedOf({ given }: SearchCall) {
  return { search: given.search ?? "", include: given.include, exclude: given.exclude ?? [], ...pageOf(given) };
}

/** Finds what the search page finds for a text as typed; without a text, everything that is published. */
async function searchArticles(call: SearchCall, kinds: readonly FoundArticle["type"][]) {
  const { services, now } = call;
  const { search, include, exclude, limit, offset } = askedOf(call);
  const index = await services.articleIndex();
  const found = search === "" ? index.list(now) : index.find(await services.catalogue.readTerms(search), now).all;
  const wanted = found.filter(
    ({ id, type }) => kinds.includes(type) && (include?.includes(id) ?? true) && !exclude.includes(id),
  );
  const rows = wanted.slice(offset, offset + limit).map(({ type, ...article }) => ({ ...article, kind: type }));
  return { total: wanted.length, rows };
}

type FoundItem = FoundTopic | (Pick<FoundArticle, "id" | "title" | "slug"> & { kind: FoundArticle["type"] });

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
