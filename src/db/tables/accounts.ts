import { bigint, jsonb, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";

export const users = pgTable("users", {
  id: bigint("id", { mode: "number" }).generatedAlwaysAsIdentity().primaryKey(),
  email: text("email").notNull(),
  emailKey: text("email_key").notNull(),
  phone: text("phone"),
  firstName: text("first_name").notNull().default(""),
  lastName: text("last_name").notNull().default(""),
  role: text("role", { enum: ["customer", "shop_manager", "administrator"] })
    .notNull()
    .default("customer"),
  passwordHash: text("password_hash").notNull(),
  passwordChangedAt: timestamp("password_changed_at", { withTimezone: true }).notNull(),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
  disabledAt: timestamp("disabled_at", { withTimezone: true }),
});

export const userAddresses = pgTable(
  "user_addresses",
  {
    userId: bigint("user_id", { mode: "number" }).notNull(),
    kind: text("kind", { enum: ["billing", "shipping"] }).notNull(),
    address: jsonb("address").notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.kind] })],
);

export const userMeta = pgTable(
  "user_meta",
  {
    userId: bigint("user_id", { mode: "number" }).notNull(),
    key: text("key").notNull(),
    value: text("value").notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.key] })],
);
