import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  customType,
  date,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";

const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });

export const sessions = pgTable("sessions", {
  id: bigint("id", { mode: "number" }).generatedAlwaysAsIdentity().primaryKey(),
  tokenHash: bytea("token_hash").notNull(),
  customerKey: text("customer_key").notNull(),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
  renewedAt: timestamp("renewed_at", { withTimezone: true }).notNull(),
  expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
  userId: bigint("user_id", { mode: "number" }),
  signedInAt: timestamp("signed_in_at", { withTimezone: true }),
  isRemembered: boolean("is_remembered").notNull().default(false),
  parkedAt: timestamp("parked_at", { withTimezone: true }),
  cartVersion: uuid("cart_version").notNull().defaultRandom(),
  landing: jsonb("landing"),
  consent: jsonb("consent"),
  agent: text("agent").notNull().default(""),
});

export const sessionNotices = pgTable("session_notices", {
  id: bigint("id", { mode: "number" }).generatedAlwaysAsIdentity().primaryKey(),
  sessionId: bigint("session_id", { mode: "number" }).notNull(),
  kind: text("kind", { enum: ["success", "error", "info"] }).notNull(),
  messageKey: text("message_key").notNull(),
  messageValues: jsonb("message_values").notNull().default({}),
});

export const cartLines = pgTable(
  "cart_lines",
  {
    sessionId: bigint("session_id", { mode: "number" }).notNull(),
    lineKey: text("line_key").notNull(),
    productId: bigint("product_id", { mode: "number" }).notNull(),
    variationId: bigint("variation_id", { mode: "number" }),
    attributes: jsonb("attributes").notNull().default({}),
    quantity: integer("quantity").notNull(),
    addedAt: timestamp("added_at", { withTimezone: true }).notNull(),
    removedAt: timestamp("removed_at", { withTimezone: true }),
    lineNumber: bigint("line_number", { mode: "number" }).notNull().generatedAlwaysAsIdentity(),
    seenPrice: bigint("seen_price", { mode: "number" }),
  },
  (table) => [primaryKey({ columns: [table.sessionId, table.lineKey] })],
);

export const refusedCheckouts = pgTable("refused_checkouts", {
  sessionId: bigint("session_id", { mode: "number" }).primaryKey(),
  checkout: jsonb("checkout").notNull(),
});

export const orderViewers = pgTable(
  "order_viewers",
  {
    orderId: bigint("order_id", { mode: "number" }).notNull(),
    sessionId: bigint("session_id", { mode: "number" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.sessionId] })],
);

export const orders = pgTable("orders", {
  id: bigint("id", { mode: "number" }).generatedAlwaysAsIdentity().primaryKey(),
  orderKey: text("order_key").notNull(),
  status: text("status", {
    enum: ["pending", "processing", "on-hold", "completed", "cancelled", "refunded", "failed"],
  }).notNull(),
  currency: text("currency").notNull(),
  currencyMinorUnit: smallint("currency_minor_unit").notNull(),
  subtotal: bigint("subtotal", { mode: "number" }).notNull(),
  offerTotal: bigint("offer_total", { mode: "number" }).notNull().default(0),
  shippingTotal: bigint("shipping_total", { mode: "number" }).notNull(),
  discountTotal: bigint("discount_total", { mode: "number" }).notNull(),
  feeTotal: bigint("fee_total", { mode: "number" }).notNull().default(0),
  taxTotal: bigint("tax_total", { mode: "number" }).notNull(),
  isTaxIncluded: boolean("is_tax_included").notNull().default(false),
  shippingTax: bigint("shipping_tax", { mode: "number" }).notNull().default(0),
  total: bigint("total", { mode: "number" }).notNull(),
  shippingMethod: text("shipping_method").notNull().default(""),
  shippingMethodTitle: text("shipping_method_title").notNull().default(""),
  shippingDaysMin: integer("shipping_days_min"),
  shippingDaysMax: integer("shipping_days_max"),
  arrivesFrom: date("arrives_from"),
  arrivesTo: date("arrives_to"),
  paymentMethod: text("payment_method").notNull(),
  paymentMethodTitle: text("payment_method_title").notNull(),
  billing: jsonb("billing").notNull(),
  shipping: jsonb("shipping").notNull(),
  customerNote: text("customer_note").notNull().default(""),
  cartHash: text("cart_hash").notNull(),
  sessionId: bigint("session_id", { mode: "number" }),
  checkoutAttempt: text("checkout_attempt"),
  checkoutBody: text("checkout_body"),
  cartVersion: uuid("cart_version"),
  customerIp: text("customer_ip").notNull().default(""),
  customerAgent: text("customer_agent").notNull().default(""),
  userId: bigint("user_id", { mode: "number" }),
  isOfAccount: boolean("is_of_account").notNull().default(false),
  registrationId: bigint("registration_id", { mode: "number" }),
  phone: text("phone").notNull().default(""),
  createdVia: text("created_via").notNull().default("checkout"),
  transactionId: text("transaction_id").notNull().generatedAlwaysAs(sql`id::text`),
  affiliation: text("affiliation").notNull().default(""),
  language: text("language").notNull().default("en"),
  consent: jsonb("consent").notNull().default({}),
  attribution: jsonb("attribution"),
  purchaseToldAt: timestamp("purchase_told_at", { withTimezone: true }),
  payBy: timestamp("pay_by", { withTimezone: true }),
  paidAt: timestamp("paid_at", { withTimezone: true }),
  heldFor: text("held_for", { enum: ["size", "share", "network", "crowd"] }),
  tracking: jsonb("tracking"),
  anonymizedAt: timestamp("anonymized_at", { withTimezone: true }),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
  updatedAt: timestamp("updated_at", { withTimezone: true }).notNull(),
});

export const orderLines = pgTable(
  "order_lines",
  {
    orderId: bigint("order_id", { mode: "number" }).notNull(),
    position: integer("position").notNull(),
    productId: bigint("product_id", { mode: "number" }),
    variationId: bigint("variation_id", { mode: "number" }),
    name: text("name").notNull(),
    sku: text("sku").notNull().default(""),
    attributes: jsonb("attributes").notNull().default([]),
    quantity: integer("quantity").notNull(),
    unitPrice: bigint("unit_price", { mode: "number" }).notNull(),
    lineTotal: bigint("line_total", { mode: "number" }).notNull(),
    offerPieces: integer("offer_pieces"),
    offerPrice: bigint("offer_price", { mode: "number" }),
    offerSaving: bigint("offer_saving", { mode: "number" }).notNull().default(0),
    discount: bigint("discount", { mode: "number" }).notNull().default(0),
    tax: bigint("tax", { mode: "number" }).notNull().default(0),
    stockProductId: bigint("stock_product_id", { mode: "number" }),
    stockTaken: integer("stock_taken").notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.position] })],
);
