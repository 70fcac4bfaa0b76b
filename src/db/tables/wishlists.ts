import { bigint, boolean, customType, integer, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });

export const wishlistOwners = pgTable("wishlist_owners", {
  id: bigint("id", { mode: "number" }).generatedAlwaysAsIdentity().primaryKey(),
  userId: bigint("user_id", { mode: "number" }),
  guestHash: bytea("guest_hash"),
  expiresAt: timestamp("expires_at", { withTimezone: true }),
  version: uuid("version").notNull().defaultRandom(),
});

export const wishlists = pgTable("wishlists", {
  id: bigint("id", { mode: "number" }).generatedAlwaysAsIdentity().primaryKey(),
  ownerId: bigint("owner_id", { mode: "number" }).notNull(),
  token: text("token").notNull(),
  name: text("name").notNull(),
  privacy: text("privacy", { enum: ["public", "shared", "private"] }).notNull(),
  isDefault: boolean("is_default").notNull(),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
});

export const wishlistItems = pgTable("wishlist_items", {
  id: bigint("id", { mode: "number" }).generatedAlwaysAsIdentity().primaryKey(),
  wishlistId: bigint("wishlist_id", { mode: "number" }).notNull(),
  productId: bigint("product_id", { mode: "number" }).notNull(),
  attributes: jsonb("attributes").notNull().default({}),
  quantity: integer("quantity").notNull(),
  position: integer("position").notNull().default(0),
  addedAt: timestamp("added_at", { withTimezone: true }).notNull(),
  price: bigint("price", { mode: "number" }),
  currency: text("currency").notNull(),
  toldPrice: bigint("told_price", { mode: "number" }),
  toldAbsence: bigint("told_absence", { mode: "number" }),
});

export const wishlistEstimates = pgTable("wishlist_estimates", {
  id: bigint("id", { mode: "number" }).generatedAlwaysAsIdentity().primaryKey(),
  wishlistId: bigint("wishlist_id", { mode: "number" }).notNull(),
  email: text("email").notNull(),
  notes: text("notes").notNull(),
  answers: jsonb("answers").$type<{ label: string; value: string }[]>().notNull().default([]),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
});
