import { bigint, integer, jsonb, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { sql } from "drizzle-orm";

export const contactForms = pgTable("contact_forms", {
  id: bigint("id", { mode: "number" }).primaryKey().default(sql`nextval('content_ids')`),
  hash: text("hash").notNull(),
  slug: text("slug").notNull(),
  title: text("title").notNull(),
  locale: text("locale").notNull().default("en_US"),
  template: text("template").notNull(),
  mail: jsonb("mail").notNull(),
  secondMail: jsonb("second_mail"),
  messages: jsonb("messages").notNull().default({}),
  additionalSettings: text("additional_settings").notNull().default(""),
  messageCount: bigint("message_count", { mode: "number" }).notNull().default(0),
  updatedAt: timestamp("updated_at", { withTimezone: true }).notNull(),
});

export const contactMessages = pgTable("contact_messages", {
  id: bigint("id", { mode: "number" }).generatedAlwaysAsIdentity().primaryKey(),
  formId: bigint("form_id", { mode: "number" }),
  formTitle: text("form_title").notNull(),
  serialNumber: bigint("serial_number", { mode: "number" }).notNull(),
  status: text("status", { enum: ["received", "spam"] }).notNull(),
  fields: jsonb("fields").notNull(),
  subject: text("subject").notNull().default(""),
  fromName: text("from_name").notNull().default(""),
  fromEmail: text("from_email").notNull().default(""),
  consent: jsonb("consent").notNull().default({}),
  meta: jsonb("meta").notNull().default({}),
  spamScore: integer("spam_score").notNull().default(0),
  spamReasons: jsonb("spam_reasons").notNull().default([]),
  mails: jsonb("mails").notNull().default([]),
  userId: bigint("user_id", { mode: "number" }),
  receivedAt: timestamp("received_at", { withTimezone: true }).notNull(),
});

export const contactMessageFiles = pgTable(
  "contact_message_files",
  {
    messageId: bigint("message_id", { mode: "number" }).notNull(),
    position: integer("position").notNull(),
    field: text("field").notNull(),
    name: text("name").notNull(),
    mediaType: text("media_type").notNull(),
    size: bigint("size", { mode: "number" }).notNull(),
    key: text("key").notNull(),
  },
  (table) => [primaryKey({ columns: [table.messageId, table.position] })],
);
