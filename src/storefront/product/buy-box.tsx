import { variationLabel } from "#shop/catalogue/pricing.rules.ts";
import type { ProductDetail } from "#shop/catalogue/product.ts";
import { Price } from "#ui/price.tsx";
import { Rating } from "#ui/rating.tsx";
import { BackInStockForm } from "../back-in-stock/fragments/back-in-stock-form.tsx";
import { OfferLine } from "../product-card/fragments/offer-line.tsx";
import { FactsTable } from "./facts-table.tsx";
import { ExternalButton } from "./fragments/external-button.tsx";
import { GroupedForm } from "./fragments/grouped-form.tsx";
import { SimpleForm } from "./fragments/simple-form.tsx";
import { VariationForm } from "./fragments/variation/variation-form.tsx";
import type { ProductChoice } from "./page.tsx";
import { ProductMeta } from "./product-meta.tsx";

/** Id of the buying form, which the buy bar's buttons submit. */
export const buyFormId = "buy-form";

/** Label of the facts row that is shown as the offer line when there is no quantity offer. */
const offerLabel = "Offer";

/** A value such as "None at the moment" stays in the table only. */
const isOffer = (value: string) => !/^none\b/i.test(value);

interface BuyBoxProps {
  product: ProductDetail;
  choice: ProductChoice;
  priceNote: string;
}

function BuyForm({ product, choice }: Omit<BuyBoxProps, "priceNote">) {
  const quantity = choice.quantity === null ? {} : { quantity: choice.quantity };
  switch (product.type) {
    case "variable":
      return (
        <VariationForm
          product={product}
          maxEmbedded={choice.maxEmbedded}
          choiceButtons={choice.choiceButtons}
          chosen={choice.attributes}
          selected={choice.variation}
          formId={buyFormId}
          {...quantity}
        />
      );
    case "grouped":
      return <GroupedForm product={product} quantities={choice.memberQuantities} formId={buyFormId} />;
    case "external":
      return <ExternalButton product={product} />;
    case "simple":
      return <SimpleForm product={product} formId={buyFormId} {...quantity} />;
  }
}

/** Renders name, price, facts and the buying form. */
export function BuyBox({ product, choice, priceNote }: BuyBoxProps) {
  const { rating, facts, shortDescription } = product;
  const price = choice.variation ? variationLabel(choice.variation) : product.price;
  const offer = facts.find(({ label, value }) => label === offerLabel && isOffer(value))?.value;
  return (
    <div className="summary entry-summary buy">
      <div className="buy-top">
        <h1 className="product_title entry-title">{product.name}</h1>
        {rating.count > 0 && <Rating average={rating.average} count={rating.count} href="#reviews" isWordy />}
      </div>
      {shortDescription && (
        <div
          className="woocommerce-product-details__short-description lead"
          dangerouslySetInnerHTML={{ __html: shortDescription }}
        />
      )}
      {price && (
        <div className="buy-price">
          <Price label={price} isBig />
          {priceNote && <span className="muted small">{priceNote}</span>}
        </div>
      )}
      {product.bulkOffer ? (
        <OfferLine offer={product.bulkOffer} isBig />
      ) : (
        offer !== undefined && (
          <p className="offer">
            <b>{offer}</b>
          </p>
        )
      )}
      {facts.length > 0 && <FactsTable facts={facts} />}
      <BuyForm product={product} choice={choice} />
      <BackInStockForm product={product} variation={choice.variation} watches={buyFormId} />
      <ProductMeta product={product} variation={choice.variation} />
    </div>
  );
}
