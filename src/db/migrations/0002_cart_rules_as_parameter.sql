-- These functions take the rules of carts from the shop (src/shop/accounts/sessions/cart-rules.ts) and are created again
-- with that parameter. Nothing has been released, so no previous version of the shop calls the old ones.
drop function if exists add_all_to_cart, add_to_cart, lock_cart, move_cart, move_cart_lines, move_coupons;
