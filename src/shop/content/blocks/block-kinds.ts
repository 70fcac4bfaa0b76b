import {
  choice,
  flag,
  id,
  ids,
  link,
  list,
  ownFile,
  ownFiles,
  points,
  resultName,
  type Schema,
  text,
  type ValuesOf,
  videoSource,
  wholeNumber,
} from "./block-attributes.ts";

/** Products chosen by their ids and SKUs, or by what listings know of them. */
const chosenProducts = {
  ids,
  skus: list,
  /** Slugs, or paths of slugs. */
  category: list,
  tag: list,
  /** -1 in the field: as many as a block may show. */
  limit: {
    ...wholeNumber(1, 60, null),
    read: (text: string) => (text === "-1" ? 60 : wholeNumber(1, 60, null).read(text)),
  },
  per_page: wholeNumber(1, 60, null),
  orderby: choice(["menu_order", "date", "id", "popularity", "rand", "rating", "title", "price"], "menu_order"),
  order: choice(["asc", "desc", ""], ""),
  on_sale: flag,
  best_selling: flag,
  top_rated: flag,
  visibility: choice(["visible", "catalog", "search", "hidden", "featured"], "visible"),
} satisfies Schema;

const columns = wholeNumber(1, 6, 4);
const oneProduct = { id, sku: text, slug: text } satisfies Schema;
const grid = { ...chosenProducts, columns } satisfies Schema;

/** Attributes of the blocks, by name. Source of those of the field: WooCommerce's and WordPress's documentation. */
export const blockKinds = {
  "contact-form-7": { id: text, title: text, html_id: text, html_name: text, html_title: text, html_class: text },
  lead_form: { id: text, title: text },
  product: oneProduct,
  products: grid,
  recent_products: grid,
  sale_products: grid,
  best_selling_products: grid,
  top_rated_products: grid,
  featured_products: grid,
  product_category: grid,
  add_to_cart: { ...oneProduct, quantity: wholeNumber(1, 9999, 1), show_price: { ...flag, fallback: true } },
  video: {
    src: videoSource,
    mp4: ownFile,
    webm: ownFile,
    poster: ownFile,
    captions: ownFile,
    title: text,
    caption: text,
  },
  embed: { title: text },
  audio: { src: ownFile, mp3: ownFile, m4a: ownFile, ogg: ownFile, wav: ownFile, title: text },
  gallery: {
    ids,
    pictures: ownFiles,
    columns: wholeNumber(1, 6, 3),
    link: choice(["file", "none", "post"], "file"),
  },
  caption: { caption: text },
  carousel: {
    ...chosenProducts,
    pictures: ownFiles,
    title: text,
    slides: wholeNumber(1, 4, 3),
    /** Seconds per slide; null: it moves only when asked to. */
    autoplay: wholeNumber(4, 60, null),
  },
  newsletter: {},
  "jetpack-related-posts": {},
  pricing_table: { id: text, title: text },
  plan: { ...oneProduct, name: text, price: text, link, button: text, featured: flag },
  quiz: { id: wholeNumber(1, 999_999_999, 1), title: text },
  quiz_question: { text },
  quiz_answer: { text, points },
  quiz_result: { name: resultName, title: text },
  downloads: { files: ownFiles, title: text },
} satisfies Readonly<Record<string, Schema>>;

export type BlockName = keyof typeof blockKinds;
/** Blocks that show a contact form. */
export type FormBlockName = "contact-form-7" | "lead_form";
export type BlockValues<Name extends BlockName> = ValuesOf<(typeof blockKinds)[Name]>;

/** Blocks with content between two tags, and whether they are nothing without. */
export const enclosing: ReadonlyMap<string, { needsContent: boolean }> = new Map([
  ["embed", { needsContent: true }],
  ["caption", { needsContent: true }],
  ["pricing_table", { needsContent: true }],
  ["plan", { needsContent: false }],
  ["quiz", { needsContent: true }],
  ["quiz_question", { needsContent: true }],
  ["quiz_result", { needsContent: false }],
  ["video", { needsContent: false }],
  ["audio", { needsContent: false }],
]);

/** Attributes of the field that change nothing here. */
export const ignoredAttributes: ReadonlySet<string> = new Set([
  "class",
  "style",
  "width",
  "height",
  "align",
  "paginate",
  "cat_operator",
  "tag_operator",
  "cache",
  "size",
  "itemtag",
  "icontag",
  "captiontag",
  "preload",
  "loop",
  "muted",
]);

export function isFormBlockName(name: BlockName): name is FormBlockName {
  return name === "contact-form-7" || name === "lead_form";
}

export function isBlockName(name: string): name is BlockName {
  return Object.hasOwn(blockKinds, name);
}
