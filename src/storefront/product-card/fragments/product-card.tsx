import { useContext } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { derived } from "#http/cached-reads/derived.ts";
import { routes } from "#routes";
import type { ProductCard as Card } from "#shop/catalogue/product.ts";
import { type Locale, LocaleContext, useLocale } from "#ui/locale.tsx";
import { Picture } from "#ui/picture.tsx";
import { Price } from "#ui/price.tsx";
import { Rating } from "#ui/rating.tsx";
import { InsertContext } from "../../rendering/html-template.ts";
import { AddToWishlist, HeartContext, type HeartTerms } from "../../wishlist/fragments/add-to-wishlist.tsx";
import { CardActions } from "./card-actions.tsx";
import { OfferLine } from "./offer-line.tsx";
import { SaleBadge } from "./sale-badge.tsx";

/** Widths of a card in grids of four, three and two columns. */
const sizes =
  "(min-width: 81.5rem) 17.625rem, (min-width: 64.0625rem) calc(23vw - 1.125rem), (min-width: 48rem) calc(30.7vw - 1rem), calc(46vw - 0.375rem)";

/** Label of the row in the facts table that holds the pack size. */
const unitLabel = "Quantity";

interface ProductCardProps {
  card: Card;
  /** Loading of the picture on the first screen: "high" for the first card, "eager" for the next ones, after it. */
  priority?: "high" | "eager";
}

function classesOf({ id, type, price, availability }: Card): string {
  return [
    `product type-product post-${id} product-type-${type} ${availability.status} card`,
    availability.isPurchasable && "purchasable",
    (price?.saving ?? 0) > 0 && "sale",
    availability.status === "outofstock" && "card--out",
  ]
    .filter(Boolean)
    .join(" ");
}

/** Renders the picture link; the second picture is shown on hover. */
function CardPictures({ card, priority }: ProductCardProps) {
  const [first, second] = card.pictures;
  return (
    <a
      className="card-pic woocommerce-LoopProduct-link woocommerce-loop-product__link"
      href={routes.product(card.slug)}
      tabIndex={-1}
      aria-hidden="true"
    >
      {first && (
        <Picture
          picture={first}
          alt=""
          sizes={sizes}
          loading={priority ? "eager" : "lazy"}
          {...(priority && { fetchPriority: priority === "high" ? "high" : "low" })}
        />
      )}
      {second && <Picture picture={second} alt="" sizes={sizes} fetchPriority="low" />}
    </a>
  );
}

function CardBody({ card, priority }: ProductCardProps) {
  const { t } = useLocale();
  const unit = card.facts.find(({ label }) => label === unitLabel)?.value;
  return (
    <>
      <CardPictures card={card} {...(priority && { priority })} />
      {card.availability.status === "outofstock" ? (
        <span className="badge badge--plain">{t("catalogue.outOfStock")}</span>
      ) : (
        <SaleBadge price={card.price} />
      )}
      <h3 className="woocommerce-loop-product__title card-name">
        <a className="woocommerce-loop-product__link" href={routes.product(card.slug)}>
          {card.name} {unit && <span className="unit">{unit}</span>}
        </a>
      </h3>
      {card.rating.count > 0 ? (
        <Rating average={card.rating.average} count={card.rating.count} />
      ) : (
        <span className="rating" />
      )}
      <div className="card-price">
        {card.price ? <Price label={card.price} /> : <span className="price" />}
        {card.bulkOffer && <OfferLine offer={card.bulkOffer} />}
      </div>
      <CardActions card={card} />
      <AddToWishlist productId={card.id} type={card.type} name={card.name} />
    </>
  );
}

/** Returns the HTML of a card in UTF-8, cached by language, priority and terms of the heart. */
function bodyOf({ card, priority }: ProductCardProps, locale: Locale, hearts: HeartTerms): Buffer {
  return derived(card, `card ${locale.lang} ${priority ?? ""} ${hearts.isAllowed} ${hearts.keepsSeveral}`, () =>
    Buffer.from(
      renderToStaticMarkup(
        <LocaleContext value={locale}>
          <HeartContext value={hearts}>
            <CardBody card={card} {...(priority && { priority })} />
          </HeartContext>
        </LocaleContext>,
      ),
    ),
  );
}

/**
 * Renders a product in a grid: picture, name, stars, price and actions in five rows that align with the neighbouring
 * cards. Cached for all pages that show the card, so for the server only.
 */
export function ProductCard(props: ProductCardProps) {
  const locale = useLocale();
  const hearts = useContext(HeartContext);
  const insert = useContext(InsertContext);
  const html = insert(bodyOf(props, locale, hearts));
  return <li className={classesOf(props.card)} dangerouslySetInnerHTML={{ __html: html }} />;
}
