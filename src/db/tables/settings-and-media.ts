import { sql } from "drizzle-orm";
import { bigint, integer, json, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";

export const settings = pgTable("settings", {
  key: text("key").primaryKey(),
  value: jsonb("value").notNull(),
  changedAt: timestamp("changed_at", { withTimezone: true }).notNull().defaultNow(),
});

/** A smaller version of a picture, as stored in the column: a file below the media folder. */
interface StoredRendition {
  format: "avif" | "webp" | "jpeg";
  width: number;
  height: number;
  file: string;
}

export const media = pgTable("media", {
  id: bigint("id", { mode: "number" }).primaryKey().default(sql`nextval('content_ids')`),
  contentHash: text("content_hash").notNull(),
  file: text("file").notNull(),
  mediaType: text("media_type").notNull(),
  width: integer("width").notNull(),
  height: integer("height").notNull(),
  byteSize: integer("byte_size").notNull(),
  alt: text("alt").notNull().default(""),
  title: text("title").notNull().default(""),
  caption: text("caption").notNull().default(""),
  description: text("description").notNull().default(""),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  uploadedAt: timestamp("uploaded_at", { withTimezone: true }),
  changedAt: timestamp("changed_at", { withTimezone: true }),
  uploadedBy: bigint("uploaded_by", { mode: "number" }),
  articleId: bigint("article_id", { mode: "number" }),
  renditions: json("renditions").$type<readonly StoredRendition[]>().notNull().default([]),
  renditionsMadeAt: timestamp("renditions_made_at", { withTimezone: true }),
});
