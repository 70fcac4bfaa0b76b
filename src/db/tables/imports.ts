import { bigint, boolean, pgTable, text, timestamp } from "drizzle-orm/pg-core";

export const mediaSources = pgTable("media_sources", {
  source: text("source").primaryKey(),
  mediaId: bigint("media_id", { mode: "number" }).notNull(),
});

export const demoImports = pgTable("demo_imports", {
  id: boolean("id").primaryKey().default(true),
  begunAt: timestamp("begun_at", { withTimezone: true }).notNull().defaultNow(),
  finishedAt: timestamp("finished_at", { withTimezone: true }),
});
