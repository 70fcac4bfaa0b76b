import { variationLabel } from "#shop/catalogue/pricing.rules.ts";
import type { ProductDetail, Variation } from "#shop/catalogue/product.ts";
import { Button } from "#ui/button.tsx";
import { useLocale } from "#ui/locale.tsx";
import { mediaSrc } from "#ui/media-src.ts";
import { Price } from "#ui/price.tsx";
import { buyFormId } from "./buy-box.tsx";
import { galleryThumbnail } from "./fragments/gallery-thumbnail.ts";

interface BuyBarProps {
  product: ProductDetail;
  /** The chosen variation, whose picture, options and price are shown. */
  variation: Variation | null;
}

/** Returns the names of a variation's options, such as "2 jars, Vanilla". */
function optionsOf({ attributes }: ProductDetail, variation: Variation | null): string {
  if (!variation) return "";
  const names = attributes.flatMap(({ slug, options }) => {
    const value = variation.attributes[slug];
    return options.find((option) => option.value === value)?.label ?? [];
  });
  return names.join(", ");
}

/** Tells whether a product's page has the bar. */
export function hasBuyBar({ type, price, availability }: ProductDetail): boolean {
  return price !== null && availability.isPurchasable && (type === "simple" || type === "variable");
}

/**
 * Renders the bar at the bottom of a phone's screen. `<shop-buy-bar>` shows it once the form's buttons have been scrolled past,
 * and keeps picture and options those of the choice; its buttons submit that form.
 */
export function BuyBar({ product, variation }: BuyBarProps) {
  const { t } = useLocale();
  const { type, price } = product;
  if (!price || !hasBuyBar(product)) return null;
  const picture = variation?.picture ?? product.allPictures[0];
  const options = optionsOf(product, variation);
  const id = type === "simple" ? { name: "add-to-cart", value: product.id } : {};
  return (
    <shop-buy-bar data-watches={buyFormId}>
      <section className="buybar" aria-label={t("product.buyBar")} hidden>
        {picture && <span className="buybar-pic" data-src={mediaSrc(galleryThumbnail(picture))} />}
        <p className="buybar-price">
          <Price label={variation ? variationLabel(variation) : price} />
          <small className="muted" data-name={product.name}>
            {options || product.name}
          </small>
        </p>
        <Button type="submit" form={buyFormId} look="line" className="buybar-now" {...id}>
          {t("product.buyNow")}
        </Button>
        <Button
          type="submit"
          form={buyFormId}
          className="buybar-add"
          data-success_message={t("catalogue.added", { name: product.name })}
          {...id}
        >
          {t("product.addToCart")}
        </Button>
      </section>
    </shop-buy-bar>
  );
}
