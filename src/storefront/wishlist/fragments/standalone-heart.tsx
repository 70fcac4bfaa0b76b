import type { ProductCard } from "#shop/catalogue/product.ts";
import { AddToWishlist } from "./add-to-wishlist.tsx";

/** Renders the heart of a product that has no buttons to stand next to, because it cannot be bought here. */
export function StandaloneHeart({ product }: { product: Pick<ProductCard, "id" | "type" | "name"> }) {
  return (
    <div className="buy-acts buy-acts--heart">
      <AddToWishlist productId={product.id} type={product.type} name={product.name} isSingle />
    </div>
  );
}
