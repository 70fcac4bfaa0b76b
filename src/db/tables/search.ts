import { boolean, pgTable, text } from "drizzle-orm/pg-core";

export const searchSynonyms = pgTable("search_synonyms", {
  phrase: text("phrase").primaryKey(),
  meanings: text("meanings").array().notNull(),
  isMutual: boolean("is_mutual").notNull().default(false),
});
