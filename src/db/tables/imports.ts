import { bigint, boolean, pgTable, text, timestamp } from "drizzle-orm/pg-core";

export const mediaSources = pgTable("media_sources", {
  source: text("source").primaryKey(),
  mediaId: bigint("media_id", { mode: "number" }).notNull(),
});

export const demoImports = pgTable("demo_imports", {
  isDone: boolean("is_done").primaryKey().default(true),
  importedAt: timestamp("imported_at", { withTimezone: true }).notNull().defaultNow(),
});
