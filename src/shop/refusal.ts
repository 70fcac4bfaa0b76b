/**
 * An expected "no". Every code the shop can answer is listed here; each entrance translates it into its own shape
 * (a notice, a JSON body, a status). Anything else that is thrown is a bug.
 */
export type RefusalCode =
  | "product_unknown"
  | "category_unknown"
  | "product_not_purchasable"
  | "product_out_of_stock"
  | "product_in_stock"
  | "product_choose_options"
  | "group_choose_quantity"
  | "product_sold_individually"
  | "variation_unknown"
  | "variation_attribute_missing"
  | "variation_attribute_invalid"
  | "stock_insufficient"
  | "stock_insufficient_with_cart"
  | "quantity_too_small"
  | "quantity_too_large"
  | "session_ended"
  | "cart_line_unknown"
  | "cart_empty"
  | "cart_full"
  | "cart_changed"
  | "coupon_missing"
  | "coupon_unknown"
  | "coupon_exists"
  | "coupon_invalid"
  | "coupon_applied_already"
  | "coupon_not_combinable"
  | "coupon_too_many"
  | "coupon_not_begun"
  | "coupon_expired"
  | "coupon_used_up"
  | "coupon_used_by_shopper"
  | "coupon_not_for_email"
  | "coupon_needs_email"
  | "coupon_withdrawn"
  | "coupon_not_for_these"
  | "coupon_only_full_price"
  | "coupon_takes_nothing"
  | "coupon_minimum"
  | "coupon_maximum"
  | "delivery_zone_unknown"
  | "delivery_zone_exists"
  | "delivery_method_unknown"
  | "delivery_below_spend"
  | "checkout_invalid"
  | "checkout_session_expired"
  | "checkout_repeated"
  | "bot_check_failed"
  | "orders_too_many"
  | "payment_method_unknown"
  | "payment_not_taken"
  | "credentials_wrong"
  | "too_many_tries"
  | "user_unknown"
  | "user_exists"
  | "user_last_administrator"
  | "contact_invalid"
  | "email_invalid"
  | "account_invalid"
  | "token_invalid"
  | "password_invalid"
  | "setting_unknown"
  | "setting_invalid"
  | "form_unknown"
  | "form_hash_taken"
  | "form_has_waiting_mails"
  | "message_unknown"
  | "synonym_unknown"
  | "synonym_invalid"
  | "tax_rate_unknown"
  | "tax_rate_exists"
  | "order_unknown"
  | "order_answer_wrong"
  | "order_status_invalid";

export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly details: Readonly<Record<string, string | number>>;

  constructor(code: RefusalCode, details: Record<string, string | number> = {}) {
    super(code);
    this.name = "Refusal";
    this.code = code;
    this.details = details;
  }
}
