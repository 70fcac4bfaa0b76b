import { bigint, boolean, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";

export const cartDeliveries = pgTable("cart_deliveries", {
  sessionId: bigint("session_id", { mode: "number" }).primaryKey(),
  country: text("country"),
  state: text("state"),
  city: text("city"),
  postcode: text("postcode"),
  methodId: text("method_id"),
  paymentMethod: text("payment_method"),
});

export const deliveryZones = pgTable("delivery_zones", {
  id: bigint("id", { mode: "number" }).generatedAlwaysAsIdentity().primaryKey(),
  name: text("name").notNull(),
  position: integer("position").notNull(),
});

export const deliveryPlaces = pgTable(
  "delivery_places",
  {
    zoneId: bigint("zone_id", { mode: "number" }).notNull(),
    country: text("country").notNull(),
    state: text("state").notNull().default(""),
    city: text("city").notNull().default(""),
  },
  (table) => [primaryKey({ columns: [table.zoneId, table.country, table.state, table.city] })],
);

export const deliveryMethods = pgTable("delivery_methods", {
  id: bigint("id", { mode: "number" }).generatedAlwaysAsIdentity().primaryKey(),
  zoneId: bigint("zone_id", { mode: "number" }).notNull(),
  kind: text("kind", { enum: ["flat_rate", "free_shipping", "local_pickup"] }).notNull(),
  title: text("title").notNull(),
  position: integer("position").notNull(),
  isEnabled: boolean("is_enabled").notNull().default(true),
  price: bigint("price", { mode: "number" }).notNull().default(0),
  perItem: bigint("per_item", { mode: "number" }).notNull().default(0),
  perKilogram: bigint("per_kilogram", { mode: "number" }).notNull().default(0),
  includedGrams: integer("included_grams").notNull().default(0),
  freeFrom: bigint("free_from", { mode: "number" }),
  daysMin: integer("days_min"),
  daysMax: integer("days_max"),
});

export const deliveryClassPrices = pgTable(
  "delivery_class_prices",
  {
    methodId: bigint("method_id", { mode: "number" }).notNull(),
    shippingClass: text("shipping_class").notNull(),
    price: bigint("price", { mode: "number" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.methodId, table.shippingClass] })],
);
