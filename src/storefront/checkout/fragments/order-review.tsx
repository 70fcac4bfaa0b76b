import type { Cart } from "#shop/cart/cart.ts";
import { OrderReviewTable } from "./order-review-table.tsx";
import { Payment, type PaymentProps } from "./payment.tsx";

interface OrderReviewProps {
  cart: Cart;
  payment: Omit<PaymentProps, "cart">;
}

/** Renders the order's lines and totals with the payment section. Replaces #order_review. */
export function OrderReview({ cart, payment }: OrderReviewProps) {
  return (
    <div id="order_review" className="woocommerce-checkout-review-order">
      <OrderReviewTable cart={cart} />
      <Payment cart={cart} {...payment} />
    </div>
  );
}
