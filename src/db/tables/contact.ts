import { sql } from "drizzle-orm";
import { bigint, boolean, integer, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";

export const contactForms = pgTable("contact_forms", {
  id: bigint("id", { mode: "number" }).primaryKey().default(sql`nextval('content_ids')`),
  hash: text("hash").notNull(),
  slug: text("slug").notNull(),
  title: text("title").notNull(),
  locale: text("locale").notNull(),
  template: text("template").notNull(),
  mail: jsonb("mail").notNull(),
  mail2: jsonb("mail_2").notNull(),
  messages: jsonb("messages").notNull(),
  additionalSettings: text("additional_settings").notNull(),
  messageCount: bigint("message_count", { mode: "number" }).notNull().default(0),
  updatedAt: timestamp("updated_at", { withTimezone: true }).notNull(),
});

export const contactMessages = pgTable("contact_messages", {
  id: bigint("id", { mode: "number" }).generatedAlwaysAsIdentity().primaryKey(),
  formId: bigint("form_id", { mode: "number" }),
  formTitle: text("form_title").notNull(),
  serialNumber: bigint("serial_number", { mode: "number" }).notNull(),
  status: text("status", { enum: ["received", "spam"] }).notNull(),
  mails: text("mails", { enum: ["none", "waiting", "written"] }).notNull(),
  isKept: boolean("is_kept").notNull(),
  fields: jsonb("fields").notNull(),
  subject: text("subject").notNull(),
  fromName: text("from_name").notNull(),
  fromEmail: text("from_email").notNull(),
  consent: jsonb("consent").notNull(),
  meta: jsonb("meta").notNull(),
  spamScore: integer("spam_score").notNull(),
  spamReasons: jsonb("spam_reasons").notNull(),
  userId: bigint("user_id", { mode: "number" }),
  receivedAt: timestamp("received_at", { withTimezone: true }).notNull(),
});
