import { bigint, boolean, integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";

export const taxRates = pgTable("tax_rates", {
  id: bigint("id", { mode: "number" }).generatedAlwaysAsIdentity().primaryKey(),
  taxClass: text("tax_class").notNull().default(""),
  country: text("country").notNull().default(""),
  state: text("state").notNull().default(""),
  city: text("city").notNull().default(""),
  perMillion: integer("per_million").notNull(),
  label: text("label").notNull(),
  coversCharges: boolean("covers_charges").notNull().default(true),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
});
