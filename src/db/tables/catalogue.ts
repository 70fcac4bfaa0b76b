import { sql } from "drizzle-orm";
import { bigint, boolean, integer, jsonb, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";

export const categories = pgTable("categories", {
  id: bigint("id", { mode: "number" }).generatedAlwaysAsIdentity().primaryKey(),
  parentId: bigint("parent_id", { mode: "number" }),
  slug: text("slug").notNull(),
  name: text("name").notNull(),
  description: text("description").notNull().default(""),
  mediaId: bigint("media_id", { mode: "number" }),
  position: integer("position").notNull().default(0),
});

export const tags = pgTable("tags", {
  id: bigint("id", { mode: "number" }).generatedAlwaysAsIdentity().primaryKey(),
  slug: text("slug").notNull(),
  name: text("name").notNull(),
});

export const attributes = pgTable("attributes", {
  id: bigint("id", { mode: "number" }).generatedAlwaysAsIdentity().primaryKey(),
  slug: text("slug").notNull(),
  name: text("name").notNull(),
});

export const attributeValues = pgTable("attribute_values", {
  id: bigint("id", { mode: "number" }).generatedAlwaysAsIdentity().primaryKey(),
  attributeId: bigint("attribute_id", { mode: "number" }).notNull(),
  slug: text("slug").notNull(),
  name: text("name").notNull(),
  position: integer("position").notNull().default(0),
  colour: text("colour"),
  mediaId: bigint("media_id", { mode: "number" }),
});

export const products = pgTable("products", {
  id: bigint("id", { mode: "number" }).primaryKey().default(sql`nextval('content_ids')`),
  type: text("type", { enum: ["simple", "variable", "variation", "grouped", "external"] }).notNull(),
  parentId: bigint("parent_id", { mode: "number" }),
  slug: text("slug"),
  sku: text("sku"),
  name: text("name").notNull(),
  status: text("status", { enum: ["publish", "draft", "private", "pending"] })
    .notNull()
    .default("publish"),
  visibility: text("visibility", { enum: ["visible", "catalog", "search", "hidden"] })
    .notNull()
    .default("visible"),
  featured: boolean("featured").notNull().default(false),
  shortDescription: text("short_description").notNull().default(""),
  description: text("description").notNull().default(""),
  regularPrice: bigint("regular_price", { mode: "number" }),
  salePrice: bigint("sale_price", { mode: "number" }),
  saleStartsAt: timestamp("sale_starts_at", { withTimezone: true }),
  saleEndsAt: timestamp("sale_ends_at", { withTimezone: true }),
  taxStatus: text("tax_status", { enum: ["taxable", "shipping", "none"] })
    .notNull()
    .default("taxable"),
  taxClass: text("tax_class").notNull().default(""),
  managesStock: boolean("manages_stock").notNull().default(false),
  stockQuantity: integer("stock_quantity"),
  stockStatus: text("stock_status", { enum: ["instock", "outofstock", "onbackorder"] })
    .notNull()
    .default("instock"),
  lowStockAmount: integer("low_stock_amount"),
  backorders: text("backorders", { enum: ["no", "notify", "yes"] })
    .notNull()
    .default("no"),
  soldIndividually: boolean("sold_individually").notNull().default(false),
  minQuantity: integer("min_quantity"),
  maxQuantity: integer("max_quantity"),
  offerPieces: integer("offer_pieces"),
  offerPrice: bigint("offer_price", { mode: "number" }),
  isVirtual: boolean("is_virtual").notNull().default(false),
  isDownloadable: boolean("is_downloadable").notNull().default(false),
  downloadLimit: integer("download_limit"),
  downloadExpiryDays: integer("download_expiry_days"),
  weightGrams: integer("weight_grams"),
  lengthMm: integer("length_mm"),
  widthMm: integer("width_mm"),
  heightMm: integer("height_mm"),
  shippingClass: text("shipping_class").notNull().default(""),
  reviewsAllowed: boolean("reviews_allowed").notNull().default(true),
  purchaseNote: text("purchase_note").notNull().default(""),
  externalUrl: text("external_url").notNull().default(""),
  buttonText: text("button_text").notNull().default(""),
  brand: text("brand").notNull().default(""),
  position: integer("position").notNull().default(0),
  totalSales: bigint("total_sales", { mode: "number" }).notNull().default(0),
  ratingSum: integer("rating_sum").notNull().default(0),
  ratingCount: integer("rating_count").notNull().default(0),
  facts: jsonb("facts").notNull().default([]),
  extraMeta: jsonb("extra_meta").notNull().default({}),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  updatedAt: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
});

export const productCategories = pgTable(
  "product_categories",
  {
    productId: bigint("product_id", { mode: "number" }).notNull(),
    categoryId: bigint("category_id", { mode: "number" }).notNull(),
    position: integer("position").notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.productId, table.categoryId] })],
);

export const productTags = pgTable(
  "product_tags",
  {
    productId: bigint("product_id", { mode: "number" }).notNull(),
    tagId: bigint("tag_id", { mode: "number" }).notNull(),
    position: integer("position").notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.productId, table.tagId] })],
);

export const productAttributes = pgTable(
  "product_attributes",
  {
    productId: bigint("product_id", { mode: "number" }).notNull(),
    position: integer("position").notNull(),
    attributeId: bigint("attribute_id", { mode: "number" }),
    slug: text("slug").notNull(),
    name: text("name").notNull(),
    isVisible: boolean("is_visible").notNull().default(true),
    isForVariations: boolean("is_for_variations").notNull().default(false),
    options: text("options").array().notNull().default([]),
    defaultOption: text("default_option"),
  },
  (table) => [primaryKey({ columns: [table.productId, table.position] })],
);

export const variationAttributes = pgTable(
  "variation_attributes",
  {
    variationId: bigint("variation_id", { mode: "number" }).notNull(),
    slug: text("slug").notNull(),
    value: text("value").notNull(),
  },
  (table) => [primaryKey({ columns: [table.variationId, table.slug] })],
);

export const productMedia = pgTable(
  "product_media",
  {
    productId: bigint("product_id", { mode: "number" }).notNull(),
    position: integer("position").notNull(),
    mediaId: bigint("media_id", { mode: "number" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.productId, table.position] })],
);

export const productVideos = pgTable("product_videos", {
  productId: bigint("product_id", { mode: "number" }).primaryKey(),
  source: text("source").notNull(),
  file: text("file").notNull(),
  mediaType: text("media_type").notNull(),
  youtubeId: text("youtube_id").notNull(),
  posterId: bigint("poster_id", { mode: "number" }),
  captionsSource: text("captions_source").notNull().default(""),
  captions: text("captions").notNull().default(""),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
});

export const productSpinFrames = pgTable(
  "product_spin_frames",
  {
    productId: bigint("product_id", { mode: "number" }).notNull(),
    position: integer("position").notNull(),
    mediaId: bigint("media_id", { mode: "number" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.productId, table.position] })],
);

export const productLinks = pgTable(
  "product_links",
  {
    productId: bigint("product_id", { mode: "number" }).notNull(),
    kind: text("kind", { enum: ["upsell", "cross_sell", "grouped"] }).notNull(),
    position: integer("position").notNull(),
    linkedId: bigint("linked_id", { mode: "number" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.productId, table.kind, table.linkedId] })],
);

export const productDownloads = pgTable(
  "product_downloads",
  {
    productId: bigint("product_id", { mode: "number" }).notNull(),
    position: integer("position").notNull(),
    downloadKey: text("download_key").notNull(),
    name: text("name").notNull(),
    file: text("file").notNull(),
  },
  (table) => [primaryKey({ columns: [table.productId, table.position] })],
);

export const importedProductIds = pgTable("imported_product_ids", {
  sourceId: bigint("source_id", { mode: "number" }).primaryKey(),
  productId: bigint("product_id", { mode: "number" }).notNull(),
});
