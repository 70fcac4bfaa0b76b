import { slugOf } from "#shop/catalogue/slug.ts";
import type { Cell } from "./copy-rows.ts";
import { makePrice, noPrice, type Price } from "./prices.ts";
import type { Random } from "./random.ts";
import type { Category, GlobalAttribute } from "./taxonomy.ts";
import { describe, type Naming, nameProduct } from "./words.ts";

/** Tables and columns to write, in this order. */
export const columns = {
  products: `id type parent_id slug sku name featured short_description description regular_price sale_price
    sale_starts_at sale_ends_at manages_stock stock_quantity stock_status position total_sales rating_sum rating_count
    facts created_at`.split(/\s+/),
  product_categories: ["product_id", "category_id", "position"],
  product_tags: ["product_id", "tag_id", "position"],
  product_attributes: "product_id position attribute_id slug name is_for_variations options".split(" "),
  variation_attributes: ["variation_id", "slug", "value"],
  product_media: ["product_id", "position", "media_id"],
  reviews: "product_id author_name rating body is_verified created_at".split(" "),
} as const;

type Rows = Record<keyof typeof columns, Cell[][]>;

/** Input for making products. */
export interface Stock {
  random: Random;
  /** Start of the current day, so that the data are the same all day. */
  today: Date;
  /** The category with 30% of the products. */
  bigCategory: Category;
  /** The other categories with products, fullest first. */
  leaves: readonly Category[];
  tagIds: readonly number[];
  attributes: readonly GlobalAttribute[];
  mediaIds: readonly number[];
}

type Numbered<T> = T & { id: number; number: number };
type Cells = Readonly<Partial<Record<string, Cell>>>;
type Chosen = GlobalAttribute["values"];

/** Makes the rows of products `from` to `to` (exclusive); ids come from `nextId`. */
export function makeProducts(stock: Stock, from: number, to: number, nextId: () => number): Rows {
  const rows: Rows = {
    products: [],
    product_categories: [],
    product_tags: [],
    product_attributes: [],
    variation_attributes: [],
    product_media: [],
    reviews: [],
  };
  for (let number = from; number < to; number++) addProduct(rows, stock, number, nextId);
  return rows;
}

function addProduct(rows: Rows, stock: Stock, number: number, nextId: () => number): void {
  const { random, today } = stock;
  const product: Numbered<Naming> = { ...nameProduct(random), id: nextId(), number };
  const isVariable = random.chance(0.2);
  const isOut = random.chance(0.1);
  const ratings = number % 10 === 0 ? [1, 2, 3].map(() => 5 - Math.floor(5 * random.next() ** 3)) : [];
  const createdAt = new Date(today.getTime() - random.whole(60, 4 * 365 * 86_400) * 1000);
  const price = isVariable ? noPrice : makePrice(random, today);
  addRow(rows, product, price, {
    type: isVariable ? "variable" : "simple",
    slug: `${slugOf(product.name)}-${number}`,
    sku: `L-${number}`,
    featured: random.chance(0.01),
    short_description: `<p>${describe(random, product, 20, 40)}</p>`,
    ...described(random, product),
    ...stockOf(random, isOut, !isVariable && random.chance(0.3)),
    position: random.chance(0.05) ? random.whole(1, 50) : 0,
    total_sales: Math.floor(5000 * random.next() ** 8),
    rating_sum: ratings.reduce((sum, rating) => sum + rating, 0),
    rating_count: ratings.length,
    created_at: createdAt,
  });
  addPlaces(rows, stock, product.id);
  addReviews(rows, product, ratings, createdAt, today);
  const choice = addAttributes(rows, stock, product.id, isVariable);
  if (choice) addVariations(rows, stock, product, { ...choice, isOut, createdAt }, nextId);
}

function addRow(rows: Rows, { id, name }: Numbered<Naming>, price: Price | typeof noPrice, more: Cells): void {
  const { regular: regular_price, sale: sale_price, startsAt: sale_starts_at, endsAt: sale_ends_at } = price;
  const own: Cells = { id, name, regular_price, sale_price, sale_starts_at, sale_ends_at };
  rows.products.push(columns.products.map((column) => more[column] ?? own[column] ?? empty[column] ?? null));
}

/** Values of columns that must not be null. */
const empty: Cells = {
  featured: false,
  short_description: "",
  description: "",
  position: 0,
  total_sales: 0,
  rating_sum: 0,
  rating_count: 0,
  facts: "[]",
};

/** Returns a description that starts with a table of facts, and the facts. */
function described(random: Random, product: Naming): { description: string; facts: string } {
  const facts = [
    { label: "Brand", value: product.brand },
    { label: "Item Form", value: product.form },
    { label: "Quantity", value: product.amount },
  ];
  const lines = facts.map(({ label, value }) => `<tr><th>${label}</th><td>${value}</td></tr>`);
  const text = `<p>${describe(random, product, 40, 80)}</p>`;
  return { description: `<table><tbody>${lines.join("")}</tbody></table>${text}`, facts: JSON.stringify(facts) };
}

function stockOf(random: Random, isOut: boolean, isCounted: boolean): Cells {
  const stock_status = isOut ? "outofstock" : "instock";
  return {
    stock_status,
    manages_stock: isCounted,
    stock_quantity: isCounted ? (isOut ? 0 : random.whole(1, 500)) : null,
  };
}

/** Assigns one to three categories, up to four tags and one picture. */
function addPlaces(rows: Rows, { random, bigCategory, leaves, tagIds, mediaIds }: Stock, id: number): void {
  const first = random.chance(0.3) ? bigCategory : random.pickSkewed(leaves);
  const more = [
    ...(random.chance(0.35) && first.parentId !== null ? [first.parentId] : []),
    ...(random.chance(0.15) ? [random.pickSkewed(leaves).id] : []),
  ];
  const categoryIds = [...new Set([first.id, ...more])];
  rows.product_categories.push(...categoryIds.map((categoryId, position) => [id, categoryId, position]));
  const tags = random.sample(tagIds, random.whole(0, 4), (all) => random.pickSkewed(all));
  rows.product_tags.push(...tags.map((tagId, position) => [id, tagId, position]));
  rows.product_media.push([id, 0, random.pick(mediaIds)]);
}

function addReviews(rows: Rows, product: Numbered<Naming>, ratings: number[], from: Date, to: Date): void {
  for (const [index, rating] of ratings.entries()) {
    const at = new Date(from.getTime() + ((to.getTime() - from.getTime()) * (index + 1)) / 4);
    const body = `The ${product.form.toLowerCase()} came in time and did what the label says.`;
    rows.reviews.push([product.id, `Shopper ${(product.number + index) % 997}`, rating, body, index > 0, at]);
  }
}

/** Assigns four attributes. @returns the one for variations, if the product is variable */
function addAttributes(rows: Rows, { random, attributes }: Stock, id: number, isVariable: boolean) {
  const own = random.sample(attributes, 4);
  const [first] = own;
  let choice: { slug: string; values: Chosen } | undefined;
  for (const [position, attribute] of own.entries()) {
    const isChoice = isVariable && attribute === first;
    const count = isChoice ? random.whole(3, 6) : random.whole(1, 3);
    const values = random.sample(attribute.values, count, (all) => random.pickSkewed(all));
    const slug = `pa_${attribute.slug}`;
    const names = values.map(({ name }) => name);
    rows.product_attributes.push([id, position, attribute.id, slug, attribute.name, isChoice, names]);
    if (isChoice) choice = { slug, values };
  }
  return choice;
}

interface Choice {
  slug: string;
  values: Chosen;
  isOut: boolean;
  createdAt: Date;
}

/** Adds a variation for each value; all are out of stock when the product is. */
function addVariations(
  rows: Rows,
  { random, today }: Stock,
  product: Numbered<Naming>,
  { slug, values, isOut, createdAt }: Choice,
  nextId: () => number,
): void {
  for (const [index, value] of values.entries()) {
    const id = nextId();
    const own = { ...product, id, name: `${product.name} - ${value.name}` };
    addRow(rows, own, makePrice(random, today), {
      type: "variation",
      parent_id: product.id,
      sku: `L-${product.number}-${index + 1}`,
      ...stockOf(random, isOut || (index > 0 && random.chance(0.1)), random.chance(0.3)),
      position: index + 1,
      created_at: createdAt,
    });
    rows.variation_attributes.push([id, slug, value.slug]);
  }
}
