import type { ProductCard as Card } from "#shop/catalogue/product.ts";
import type { BlockName, BlockValues } from "#shop/content/blocks/block-kinds.ts";
import { useLocale } from "#ui/locale.tsx";
import { Price } from "#ui/price.tsx";
import { CardActions } from "../../product-card/fragments/card-actions.tsx";
import { ProductCard } from "../../product-card/fragments/product-card.tsx";
import type { BlockData, BlockNeeds, BlockType, ProductName, ProductQuery } from "./block.ts";

/** `[product]`: one card. */
export const productBlock: BlockType<"product"> = {
  needs: (values) => ({ products: [values] }),
  Block({ values, shown: { data } }) {
    const card = data.product(values);
    return (
      card && (
        <ul className="products grid block block-product" role="list">
          <ProductCard card={card} />
        </ul>
      )
    );
  },
};

/** `[add_to_cart]`: price and buttons of a product, without its card. */
export const addToCartBlock: BlockType<"add_to_cart"> = {
  needs: (values) => ({ products: [values] }),
  Block({ values, shown: { data } }) {
    const card = data.product(values);
    return (
      card && (
        <div className="product woocommerce add_to_cart_inline block block-add">
          {values.show_price && card.price && <Price label={card.price} />}
          <CardActions card={withQuantity(card, values.quantity)} />
        </div>
      )
    );
  },
};

/** Adds as many as a block says, within what can be bought. */
function withQuantity(card: Card, quantity: number): Card {
  const { minQuantity, maxQuantity } = card.availability;
  const most = Math.max(minQuantity, Math.min(quantity, maxQuantity ?? quantity));
  return { ...card, availability: { ...card.availability, minQuantity: most } };
}

type GridName = Extract<BlockName, `${string}products` | "product_category">;
type ChosenValues = Omit<BlockValues<"products">, "columns">;

/** What the names of the blocks say besides their attributes. */
const presets: Readonly<Record<GridName, Partial<ChosenValues>>> = {
  products: {},
  recent_products: { orderby: "date", order: "desc" },
  sale_products: { on_sale: true },
  best_selling_products: { best_selling: true },
  top_rated_products: { top_rated: true },
  featured_products: { visibility: "featured" },
  product_category: {},
};

/** Products of a block that names no number. */
const usualLimit = 12;

/** Returns what a block needs that chooses products; nothing if it chooses none. */
export function chosenProductNeeds(values: ChosenValues): BlockNeeds {
  const named = namesOf(values);
  return named.length > 0 ? { products: named } : { query: queryOf(values) };
}

/** Returns the chosen products. */
export function chosenCards(values: ChosenValues, data: BlockData): readonly Card[] {
  const named = namesOf(values);
  const cards = named.length > 0 ? named.flatMap((name) => data.product(name) ?? []) : data.products(queryOf(values));
  const limit = values.limit ?? values.per_page;
  return limit === null ? cards : cards.slice(0, limit);
}

function namesOf({ ids, skus }: ChosenValues): ProductName[] {
  return [...ids.map((id) => ({ id, sku: "", slug: "" })), ...skus.map((sku) => ({ id: null, sku, slug: "" }))];
}

function queryOf(values: ChosenValues): ProductQuery {
  return {
    categories: values.category,
    tags: values.tag,
    onSale: values.on_sale,
    featured: values.visibility === "featured",
    sort: sortOf(values),
    limit: values.limit ?? values.per_page ?? usualLimit,
  };
}

function sortOf({ best_selling: isBestSelling, top_rated: isTopRated, orderby, order }: ChosenValues) {
  if (isBestSelling) return "popularity";
  if (isTopRated) return "rating";
  const isDescending = order === "desc";
  if (orderby === "price") return isDescending ? "price-desc" : "price";
  if (orderby === "title") return isDescending ? "title-desc" : "title";
  if (orderby === "date") return order === "asc" ? "date-asc" : "date";
  return orderby;
}

function gridBlock(name: GridName): BlockType<GridName> {
  const withPreset = (values: BlockValues<GridName>) => ({ ...values, ...presets[name] });
  return {
    needs: (values) => chosenProductNeeds(withPreset(values)),
    Block({ values, shown: { data } }) {
      const cards = chosenCards(withPreset(values), data);
      return cards.length > 0 && <CardGrid cards={cards} columns={values.columns} />;
    },
  };
}

/** Names the products, so that a screen reader says what list it is in. */
function CardGrid({ cards, columns }: { cards: readonly Card[]; columns: number }) {
  const { t } = useLocale();
  return (
    <ul
      className={`products columns-${columns} grid block ${cards.length === 1 ? "block-product" : `block-products block-products--${columns}`}`}
      role="list"
      aria-label={t("content.block.products")}
    >
      {cards.map((card) => (
        <ProductCard key={card.id} card={card} />
      ))}
    </ul>
  );
}

export const gridBlocks = {
  products: gridBlock("products"),
  recent_products: gridBlock("recent_products"),
  sale_products: gridBlock("sale_products"),
  best_selling_products: gridBlock("best_selling_products"),
  top_rated_products: gridBlock("top_rated_products"),
  featured_products: gridBlock("featured_products"),
  product_category: gridBlock("product_category"),
};
