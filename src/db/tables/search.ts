import { bigint, boolean, pgTable, text, timestamp } from "drizzle-orm/pg-core";

export const searchSynonyms = pgTable("search_synonyms", {
  phrase: text("phrase").primaryKey(),
  meanings: text("meanings").array().notNull(),
  isMutual: boolean("is_mutual").notNull().default(false),
});

export const emptySearches = pgTable("empty_searches", {
  text: text("text").primaryKey(),
  shown: text("shown"),
  times: bigint("times", { mode: "number" }).notNull(),
  firstAt: timestamp("first_at", { withTimezone: true }).notNull(),
  lastAt: timestamp("last_at", { withTimezone: true }).notNull(),
});
