import { bigint, pgTable, text } from "drizzle-orm/pg-core";

export const cartDeliveries = pgTable("cart_deliveries", {
  sessionId: bigint("session_id", { mode: "number" }).primaryKey(),
  country: text("country"),
  state: text("state"),
  city: text("city"),
  postcode: text("postcode"),
  methodId: text("method_id"),
  paymentMethod: text("payment_method"),
});
