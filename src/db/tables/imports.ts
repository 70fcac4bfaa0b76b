import { bigint, boolean, customType, pgTable, text, timestamp } from "drizzle-orm/pg-core";

const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });

export const mediaSources = pgTable("media_sources", {
  source: text("source").primaryKey(),
  mediaId: bigint("media_id", { mode: "number" }).notNull(),
});

export const demoImports = pgTable("demo_imports", {
  id: boolean("id").primaryKey().default(true),
  begunAt: timestamp("begun_at", { withTimezone: true }).notNull().defaultNow(),
  finishedAt: timestamp("finished_at", { withTimezone: true }),
});

/** What was imported from WordPress sites. */
export const wordpressItems = pgTable("wordpress_items", {
  sourceId: text("source_id").primaryKey(),
  articleId: bigint("article_id", { mode: "number" }),
  contentHash: bytea("content_hash").notNull(),
  articleUpdatedAt: timestamp("article_updated_at", { withTimezone: true }).notNull(),
  isComplete: boolean("is_complete").notNull(),
  parentSourceId: text("parent_source_id"),
});
