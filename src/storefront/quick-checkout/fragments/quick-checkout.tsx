import type { Translate } from "#messages/catalogue.ts";
import { routes } from "#routes";
import { variationLabel } from "#shop/catalogue/pricing.rules.ts";
import type { BaseProductDetail } from "#shop/catalogue/product.ts";
import type { VariationChoice } from "#shop/catalogue/variations/product-choice.ts";
import type { DeliveryPromise } from "#shop/delivery/delivery-promise.rules.ts";
import type { PaymentPromise } from "#shop/payments/payment.ts";
import type { ChoiceButtons } from "#shop/settings/choice-buttons.ts";
import { Button } from "#ui/button.tsx";
import { formatDeliveryTime } from "#ui/delivery-time.ts";
import { Icon } from "#ui/icon.tsx";
import { useLocale } from "#ui/locale.tsx";
import { Price } from "#ui/price.tsx";
import { Rating } from "#ui/rating.tsx";
import { deliveryCost } from "../../cart/fragments/delivery-text.tsx";
import { SimpleForm } from "../../product/fragments/simple-form.tsx";
import { type PlacedPicture, placedPictures, SlideImage, slideAttributes } from "../../product/fragments/slide.tsx";
import { VariationForm } from "../../product/fragments/variation/variation-form.tsx";

/** Width of a square picture that fills its half of the popup, or its top on a phone. */
const sizes = "(min-width: 48rem) 37.5rem, 16.5rem";

interface QuickCheckoutProps {
  product: BaseProductDetail;
  choice: VariationChoice;
  /** With more variations than this they are not embedded for third-party scripts. */
  maxEmbedded: number;
  /** How attributes are shown; others are drop-downs. */
  choiceButtons: readonly ChoiceButtons[];
  /** The product's delivery terms. */
  delivery: DeliveryPromise;
  payments: readonly PaymentPromise[];
}

/** Adds the position to pictures with the same alt text. */
function namedByPlace(placed: readonly PlacedPicture[], t: Translate): readonly PlacedPicture[] {
  const total = placed.length;
  if (total < 2) return placed;
  return placed.map((one, index) => ({
    ...one,
    alt: t("product.galleryPictureOf", { number: index + 1, total, alt: one.alt }),
  }));
}

/** Renders the slider buttons, shown by our script only; hidden without scripts and with third-party sliders. */
function SlideControls({ total }: { total: number }) {
  const { t } = useLocale();
  return (
    <template className="slide-controls">
      <div className="slide-steps">
        <button type="button" className="slide-step slide-step--back" aria-label={t("catalogue.quick.back")}>
          <Icon name="down" isSmall />
        </button>
        <p className="slide-dots">
          {Array.from({ length: total }, (_, index) => (
            <button
              key={index}
              type="button"
              aria-label={t("product.galleryPicture", { number: index + 1, total })}
              aria-current={index === 0 ? "true" : undefined}
            />
          ))}
        </p>
        <button type="button" className="slide-step slide-step--on" aria-label={t("catalogue.quick.on")}>
          <Icon name="down" isSmall />
        </button>
      </div>
    </template>
  );
}

/**
 * No picture has high priority: React would then put a preload hint before the panel, which must be a single element.
 */
function Pictures({ name, placed }: { name: string; placed: readonly PlacedPicture[] }) {
  const { t } = useLocale();
  const isStrip = placed.length > 1;
  return (
    <div className="qcfw-checkout-product-images quick-pictures">
      <div
        id="qcfw-checkout-image-slider"
        className="gallery-strip"
        {...(isStrip && { role: "group", "aria-label": t("product.gallery", { name }), tabIndex: 0 })}
      >
        {placed.map((one, index) => (
          <div key={(one.own ?? one).picture.id} className="qcfw-checkout-product-image" {...slideAttributes(one)}>
            <SlideImage placed={one} urgency={index === 0 ? "auto" : "low"} sizes={sizes} />
          </div>
        ))}
      </div>
      {isStrip && <SlideControls total={placed.length} />}
    </div>
  );
}

function QuickForm({ product, choice, maxEmbedded, choiceButtons }: QuickCheckoutProps) {
  if (product.type === "simple") return <SimpleForm product={product} isQuick />;
  if (product.type !== "variable") return null;
  return (
    <VariationForm
      product={product}
      maxEmbedded={maxEmbedded}
      choiceButtons={choiceButtons}
      chosen={choice.attributes}
      selected={choice.variation}
      isQuick
    />
  );
}

/** Renders the button that buys for the address of the last order on this device. A script names it, and shows it. */
function LastBuy() {
  const { t } = useLocale();
  return (
    <Button
      look="line"
      isWide
      className="last-buy"
      hidden
      data-name={t("catalogue.quick.lastBuy", { name: "%name%" })}
      data-name-and-city={t("catalogue.quick.lastBuyAt", { name: "%name%", city: "%city%" })}
    />
  );
}

/** Renders where the form leads and what to expect of the delivery. */
function Note({ product, delivery, payments }: QuickCheckoutProps) {
  const locale = useLocale();
  const { t } = locale;
  const isShipped = !product.isVirtual && !product.isDownloadable;
  const promises = [
    deliveryCost(delivery, locale).title,
    ...payments.map(({ short }) => t(short)),
    formatDeliveryTime(delivery, locale),
  ].join(", ");
  return (
    <p className="muted small">
      {t("catalogue.quick.note")}
      {isShipped && ` ${t("catalogue.quick.promises", { promises })}`}
    </p>
  );
}

/**
 * Renders the quick checkout of a product: pictures, price, options, and one button to the checkout. Grouped and
 * external products have no form here and link to their page.
 * Source: storefront specification 2, "Quick-checkout popup"; wire notes 10.1.
 */
export function QuickCheckout(props: QuickCheckoutProps) {
  const { product, choice } = props;
  const { name, rating, type, availability } = product;
  const price = choice.variation ? variationLabel(choice.variation) : product.price;
  const { t } = useLocale();
  const placed = namedByPlace(placedPictures(product.allPictures, choice.variation?.picture ?? null, t), t);
  const hasForm = availability.isPurchasable && (type === "simple" || type === "variable");
  return (
    <div className={`qcfw-checkout-product-modal quick${placed.length > 0 ? "" : " quick--plain"}`}>
      {placed.length > 0 && <Pictures name={name} placed={placed} />}
      <div className="summary entry-summary">
        <div className="qcfw-checkout-summary-content txt">
          <div>
            <h2 className="product_title entry-title" id="quick-title">
              {name}
            </h2>
            {rating.count > 0 && <Rating average={rating.average} count={rating.count} />}
          </div>
          {price && <Price label={price} isBig />}
          <QuickForm {...props} />
          {hasForm && <LastBuy />}
          {hasForm && <Note {...props} />}
          {hasForm ? (
            <a className="link" href={routes.product(product.slug)}>
              {t("catalogue.quick.open")}
            </a>
          ) : (
            <Button href={routes.product(product.slug)}>{t("catalogue.quick.open")}</Button>
          )}
        </div>
      </div>
    </div>
  );
}
