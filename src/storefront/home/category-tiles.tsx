import { routes } from "#routes";
import type { CategoryCard } from "#shop/catalogue/product.ts";
import { useLocale } from "#ui/locale.tsx";
import { Picture } from "#ui/picture.tsx";

export interface CategoryTile extends CategoryCard {
  productCount: number;
}

/** Renders the main categories as tiles. */
export function CategoryTiles({ categories }: { categories: readonly CategoryTile[] }) {
  const { t } = useLocale();
  return (
    <section className="section section--after-cards later">
      <div className="wrap">
        <div className="section-head">
          <h2>{t("home.categories")}</h2>
        </div>
        <ul className="purposes" role="list">
          {categories.map(({ id, name, path, productCount, picture }) => (
            <li key={id}>
              <a href={routes.category(path)}>
                <span className="purpose-pic">
                  {picture && <Picture picture={picture} alt="" sizes="(min-width: 64.0625rem) 17.5rem, 46vw" />}
                </span>
                <b>{name}</b>
                <span className="muted num">{t("home.productCount", { count: productCount })}</span>
              </a>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
