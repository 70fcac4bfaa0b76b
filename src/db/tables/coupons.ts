import { bigint, boolean, integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";

const ids = (name: string) => bigint(name, { mode: "number" }).array().notNull().default([]);

export const coupons = pgTable("coupons", {
  id: bigint("id", { mode: "number" }).generatedAlwaysAsIdentity().primaryKey(),
  code: text("code").notNull(),
  codeKey: text("code_key").notNull(),
  kind: text("kind", { enum: ["percent", "fixed_cart", "fixed_product", "free_delivery"] }).notNull(),
  amount: bigint("amount", { mode: "number" }).notNull(),
  minimumSpend: bigint("minimum_spend", { mode: "number" }),
  maximumSpend: bigint("maximum_spend", { mode: "number" }),
  startsAt: timestamp("starts_at", { withTimezone: true }),
  endsAt: timestamp("ends_at", { withTimezone: true }),
  usageLimit: integer("usage_limit"),
  usageLimitPerShopper: integer("usage_limit_per_shopper"),
  used: integer("used").notNull().default(0),
  isIndividual: boolean("is_individual").notNull().default(false),
  excludesReduced: boolean("excludes_reduced").notNull().default(false),
  allowedEmails: text("allowed_emails").array().notNull().default([]),
  productIds: ids("product_ids"),
  excludedProductIds: ids("excluded_product_ids"),
  categoryIds: ids("category_ids"),
  excludedCategoryIds: ids("excluded_category_ids"),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
  disabledAt: timestamp("disabled_at", { withTimezone: true }),
});

export const cartCoupons = pgTable(
  "cart_coupons",
  {
    sessionId: bigint("session_id", { mode: "number" }).notNull(),
    couponId: bigint("coupon_id", { mode: "number" }).notNull(),
    enteredAt: timestamp("entered_at", { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.sessionId, table.couponId] })],
);
