import { Fragment } from "react";
import { routes } from "#routes";
import type { ProductDetail, Variation } from "#shop/catalogue/product.ts";
import { useLocale } from "#ui/locale.tsx";
import { ProductText } from "./product-text.tsx";

function Links({ links }: { links: readonly { label: string; href: string }[] }) {
  return links.map(({ label, href }, index) => (
    <Fragment key={href}>
      {index > 0 && ", "}
      <a href={href} rel="tag">
        {label}
      </a>
    </Fragment>
  ));
}

/** Renders SKU, brand, categories and tags below the form. */
export function ProductMeta({ product, variation }: { product: ProductDetail; variation: Variation | null }) {
  const { t } = useLocale();
  const { sku, brand, categories, tags } = product;
  if (!sku && !brand && categories.length === 0 && tags.length === 0) return null;
  return (
    <p className="product_meta muted small">
      {sku && (
        <span className="sku_wrapper">
          {t("product.sku")} <ProductText className="sku" text={sku} chosen={variation?.sku} />
        </span>
      )}
      {brand && (
        <span className="brand_wrapper">
          {t("product.brand")} <span className="brand">{brand}</span>
        </span>
      )}
      {categories.length > 0 && (
        <span className="posted_in">
          {t("product.inCategories", { count: categories.length })}{" "}
          <Links links={categories.map(({ name, path }) => ({ label: name, href: routes.category(path) }))} />
        </span>
      )}
      {tags.length > 0 && (
        <span className="tagged_as">
          {t("product.tagged", { count: tags.length })}{" "}
          <Links links={tags.map(({ name, slug }) => ({ label: name, href: routes.productTag(slug) }))} />
        </span>
      )}
    </p>
  );
}
