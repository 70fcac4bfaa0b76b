import { sql } from "drizzle-orm";
import { bigint, integer, jsonb, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";

export const settings = pgTable("settings", {
  key: text("key").primaryKey(),
  value: jsonb("value").notNull(),
  changedAt: timestamp("changed_at", { withTimezone: true }).notNull().defaultNow(),
});

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
  createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  renditionsMadeAt: timestamp("renditions_made_at", { withTimezone: true }),
});

export const mediaRenditions = pgTable(
  "media_renditions",
  {
    mediaId: bigint("media_id", { mode: "number" }).notNull(),
    format: text("format", { enum: ["avif", "webp", "jpeg"] }).notNull(),
    width: integer("width").notNull(),
    height: integer("height").notNull(),
    file: text("file").notNull(),
    byteSize: integer("byte_size").notNull(),
  },
  (table) => [primaryKey({ columns: [table.mediaId, table.format, table.width] })],
);
