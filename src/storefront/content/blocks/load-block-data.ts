import type { StoreFacts } from "#http/cached-reads/store-facts.ts";
import type { ShopServices } from "#http/shop-services.ts";
import {
  type FoundProducts,
  findNamedFiles,
  findNamedPictures,
  findNamedProducts,
} from "#shop/content/blocks/block-data.ts";
import type { PageTag } from "../../rendering/page-view.ts";
import type { BlockData, BlockNeeds, ProductName, ProductQuery } from "./block.ts";

export type BlockServices = Pick<ShopServices, "db" | "cards" | "catalogue">;

export interface LoadedBlockData {
  data: BlockData;
  /** Of all products that are shown or were chosen from. */
  tags: readonly PageTag[];
  /** The first moment at which one of them changes. */
  until: Date | null;
  /** False while the catalogue index does not have all changes. */
  isCacheable: boolean;
}

/** Most products that the blocks of a page load; further ones are missing. */
const maxProducts = 200;

const nothingNamed: FoundProducts = { bySku: new Map(), bySlug: new Map(), tags: new Map(), featured: [] };

/** Loads what all blocks of a page show, in at most four statements. */
export async function loadBlockData(
  { db, cards, catalogue }: BlockServices,
  needs: readonly BlockNeeds[],
  facts: StoreFacts,
  now: Date,
): Promise<LoadedBlockData> {
  const names = needs.flatMap(({ products = [] }) => products);
  const queries = needs.flatMap(({ query }) => query ?? []);
  const [found, pictures, files] = await Promise.all([
    findProducts(db, names, queries),
    findNamedPictures(db, needed(needs, "pictures")),
    findNamedFiles(db, needed(needs, "files")),
  ]);
  const view = queries.length > 0 ? await catalogue.read(now) : undefined;
  const choose = (query: ProductQuery): readonly number[] => {
    if (query.featured) return found.featured.slice(0, query.limit);
    const wanted = query.categories.flatMap((path) => categoriesOf(facts, path));
    if (query.categories.length > 0 && wanted.length === 0) return [];
    const tagIds = query.tags.flatMap((tag) => found.tags.get(tag) ?? []);
    if (query.tags.length > 0 && tagIds.length === 0) return [];
    const [tagId] = tagIds;
    return (
      view
        ?.choose({
          place: "listing",
          hidesOutOfStock: facts.settings.hide_out_of_stock === "yes",
          ...(wanted.length > 0 && { categoryIds: wanted }),
          ...(tagId !== undefined && { tagId }),
          ...(query.onSale && { chosen: onSale }),
        })
        .order(query.sort, 1, query.limit) ?? []
    );
  };
  // The index changes with the next read, so that the choice is made at once.
  const chosen = new Map(queries.map((query) => [keyOf(query), choose(query)] as const));
  const ids = new Set([...names.flatMap((name) => idOf(name, found) ?? []), ...[...chosen.values()].flat()]);
  const shown = await cards.list([...ids].slice(0, maxProducts), facts, now);
  const byId = new Map(shown.cards.map((card) => [card.id, card]));
  return {
    data: {
      facts,
      product: (name) => byId.get(idOf(name, found) ?? 0),
      products: (query) => (chosen.get(keyOf(query)) ?? []).flatMap((id) => byId.get(id) ?? []),
      picture: (name) => pictures.get(name),
      file: (name) => files.get(name),
    },
    tags: [
      // A product that is missing may appear.
      ...(queries.length > 0 || byId.size < names.length ? (["products"] as const) : []),
      ...[...ids].map((id) => `product:${id}` as const),
      ...(queries.some(({ categories }) => categories.length > 0) ? (["categories"] as const) : []),
    ],
    until: shown.until,
    isCacheable: view?.isCurrent !== false,
  };
}

const onSale = {
  categories: [],
  attributes: new Map<string, readonly string[]>(),
  minPrice: null,
  maxPrice: null,
  ratings: [],
  inStock: false,
  onSale: true,
};

function needed(needs: readonly BlockNeeds[], kind: "pictures" | "files"): string[] {
  return [...new Set(needs.flatMap((need) => need[kind] ?? []))].filter((name) => name !== "");
}

function keyOf(query: ProductQuery): string {
  return JSON.stringify(query);
}

async function findProducts(
  db: BlockServices["db"],
  names: readonly ProductName[],
  queries: readonly ProductQuery[],
): Promise<FoundProducts> {
  const named = {
    skus: names.flatMap(({ sku }) => sku || []),
    slugs: names.flatMap(({ slug }) => slug || []),
    tags: queries.flatMap(({ tags }) => tags),
    featured: queries.some(({ featured }) => featured),
  };
  const isNothing = named.skus.length + named.slugs.length + named.tags.length === 0 && !named.featured;
  return isNothing ? nothingNamed : findNamedProducts(db, named);
}

function idOf({ id, sku, slug }: ProductName, found: FoundProducts): number | undefined {
  return id ?? found.bySku.get(sku) ?? found.bySlug.get(slug);
}

/** Ids of a category with those below it, by its path or its slug alone. */
function categoriesOf({ categories }: StoreFacts, path: string): readonly number[] {
  const category = categories.findByPath(path) ?? categories.all.find(({ slug }) => slug === path);
  return category ? categories.withDescendants(category) : [];
}
