import { Fragment, type ReactNode } from "react";
import type { ProductCard as Card } from "#shop/catalogue/product.ts";
import { ProductCard } from "./product-card.tsx";

interface ProductGridProps {
  cards: readonly Card[];
  /** Number of cards on the first screen: the first loads first, the others eagerly, the rest lazily. */
  eager?: number;
  /** A tile inserted after this many cards. */
  tile?: { after: number; content: ReactNode };
  /** One row of related products; tablets show three of the four. */
  isRow?: boolean;
}

function priorityOf(index: number, eager: number) {
  if (index >= eager) return {};
  return { priority: index === 0 ? ("high" as const) : ("eager" as const) };
}

/** Renders products in two, three or four columns. */
export function ProductGrid({ cards, eager = 0, tile, isRow }: ProductGridProps) {
  return (
    <ul className={`products columns-4 grid${isRow ? " grid--row" : ""}`} role="list">
      {cards.map((card, index) => (
        <Fragment key={card.id}>
          {tile?.after === index && tile.content}
          <ProductCard card={card} {...priorityOf(index, eager)} />
        </Fragment>
      ))}
      {tile && tile.after >= cards.length && tile.content}
    </ul>
  );
}
