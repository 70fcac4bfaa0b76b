import { bigint, boolean, integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";

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

export const orderTaxes = pgTable(
  "order_taxes",
  {
    orderId: bigint("order_id", { mode: "number" }).notNull(),
    position: integer("position").notNull(),
    label: text("label").notNull(),
    perMillion: integer("per_million").notNull(),
    amount: bigint("amount", { mode: "number" }).notNull(),
    onCharges: bigint("on_charges", { mode: "number" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.position] })],
);
