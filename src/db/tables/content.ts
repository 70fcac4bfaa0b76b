import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  customType,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
} from "drizzle-orm/pg-core";

const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });

export const articles = pgTable("articles", {
  id: bigint("id", { mode: "number" }).primaryKey().default(sql`nextval('content_ids')`),
  type: text("type", { enum: ["page", "post"] }).notNull(),
  slug: text("slug").notNull(),
  title: text("title").notNull(),
  excerpt: text("excerpt").notNull().default(""),
  body: text("body").notNull().default(""),
  status: text("status", { enum: ["publish", "draft", "pending", "private", "trash"] })
    .notNull()
    .default("publish"),
  mediaId: bigint("media_id", { mode: "number" }),
  publishedAt: timestamp("published_at", { withTimezone: true }).notNull().defaultNow(),
  updatedAt: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
  authorId: bigint("author_id", { mode: "number" }),
  format: text("format"),
  isSticky: boolean("is_sticky").notNull().default(false),
  commentsOpen: boolean("comments_open").notNull().default(true),
  parentId: bigint("parent_id", { mode: "number" }),
  sourceId: text("source_id"),
});

export const authors = pgTable("authors", {
  id: bigint("id", { mode: "number" }).primaryKey().default(sql`nextval('users_id_seq')`),
  slug: text("slug").notNull(),
  name: text("name").notNull(),
  bio: text("bio").notNull().default(""),
  url: text("url").notNull().default(""),
  mediaId: bigint("media_id", { mode: "number" }),
  userId: bigint("user_id", { mode: "number" }),
});

/** Versions of articles before their changes; written by a trigger. */
export const articleRevisions = pgTable("article_revisions", {
  id: bigint("id", { mode: "number" }).generatedAlwaysAsIdentity().primaryKey(),
  articleId: bigint("article_id", { mode: "number" }).notNull(),
  madeAt: timestamp("made_at", { withTimezone: true }).notNull(),
  author: text("author").notNull(),
  title: text("title").notNull(),
  excerpt: text("excerpt").notNull(),
  body: text("body").notNull(),
});

/** Permanent redirects from an old site's addresses. @public */
export const movedAddresses = pgTable("moved_addresses", {
  path: text("path").primaryKey(),
  target: text("target").notNull(),
  source: text("source").notNull(),
});

export const topics = pgTable("topics", {
  id: bigint("id", { mode: "number" }).generatedAlwaysAsIdentity().primaryKey(),
  kind: text("kind", { enum: ["category", "tag"] }).notNull(),
  slug: text("slug").notNull(),
  name: text("name").notNull(),
  description: text("description").notNull().default(""),
  parentId: bigint("parent_id", { mode: "number" }),
});

export const articleTopics = pgTable(
  "article_topics",
  {
    articleId: bigint("article_id", { mode: "number" }).notNull(),
    topicId: bigint("topic_id", { mode: "number" }).notNull(),
    position: integer("position").notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.articleId, table.topicId] })],
);

export const menus = pgTable("menus", {
  place: text("place").primaryKey(),
  items: jsonb("items").notNull(),
});

/** Reviews of products, questions about them and comments on articles, each with its replies. */
export const reviews = pgTable("reviews", {
  id: bigint("id", { mode: "number" }).generatedAlwaysAsIdentity().primaryKey(),
  productId: bigint("product_id", { mode: "number" }),
  parentId: bigint("parent_id", { mode: "number" }),
  authorName: text("author_name").notNull(),
  authorEmail: text("author_email").notNull().default(""),
  rating: smallint("rating"),
  body: text("body").notNull(),
  status: text("status", { enum: ["approved", "held", "spam", "trash"] })
    .notNull()
    .default("approved"),
  isVerified: boolean("is_verified").notNull().default(false),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  sourceId: text("source_id"),
  articleId: bigint("article_id", { mode: "number" }),
  kind: text("kind", { enum: ["review", "question", "comment"] })
    .notNull()
    .default("review"),
  threadId: bigint("thread_id", { mode: "number" }),
  userId: bigint("user_id", { mode: "number" }),
  isStaff: boolean("is_staff").notNull().default(false),
  fingerprint: bytea("fingerprint"),
  helpfulCount: integer("helpful_count").notNull().default(0),
  spamScore: integer("spam_score").notNull().default(0),
  spamReasons: jsonb("spam_reasons").$type<string[]>().notNull().default([]),
  mails: text("mails", { enum: ["none", "waiting", "written"] })
    .notNull()
    .default("none"),
});
