import { routes } from "#routes";
import type { ProductCard } from "#shop/catalogue/product.ts";
import { Button } from "#ui/button.tsx";
import { useLocale } from "#ui/locale.tsx";
import { Money } from "#ui/money.tsx";
import { ProductGrid } from "../product-card/fragments/product-grid.tsx";

interface BoughtTogetherProps {
  /** Of the page's product. */
  slug: string;
  /** What one press adds, the page's product first; empty: nothing is rendered. */
  cards: readonly ProductCard[];
}

/** Renders products that are often bought together, with one button that adds all. */
export function BoughtTogether({ slug, cards }: BoughtTogetherProps) {
  const { t } = useLocale();
  if (cards.length === 0) return null;
  const total = cards.reduce((sum, { price }) => sum + (price?.min ?? 0), 0);
  return (
    <section className="section bought-together later">
      <div className="section-head">
        <h2>{t("product.together")}</h2>
      </div>
      <ProductGrid cards={cards} isRow={cards.length === 4} />
      <form className="add-all" action={routes.product(slug)} method="post">
        <p>
          {t("product.togetherTotal", { count: cards.length })} <Money amount={total} />
        </p>
        <Button
          type="submit"
          name="chowk_add_all"
          value={cards.map(({ id }) => id).join(",")}
          className="add-all-button"
          data-product_id={cards[0]?.id}
          data-success_message={t("product.togetherAdded", { count: cards.length })}
        >
          {t("product.togetherAdd", { count: cards.length })}
        </Button>
      </form>
    </section>
  );
}
