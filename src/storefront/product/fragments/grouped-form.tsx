import { routes } from "#routes";
import { offerSaving, priceOfPieces } from "#shop/catalogue/bulk-offer.rules.ts";
import type { ProductCard, ProductDetail } from "#shop/catalogue/product.ts";
import { Button } from "#ui/button.tsx";
import { useLocale } from "#ui/locale.tsx";
import { Price } from "#ui/price.tsx";
import { Quantity } from "#ui/quantity.tsx";
import { StandaloneHeart } from "../../wishlist/fragments/standalone-heart.tsx";
import type { GroupPrices } from "../client/group-total.ts";
import { BuyButtons } from "./buy-buttons.tsx";

interface GroupedFormProps {
  product: ProductDetail;
  /** Quantities typed into a refused form, by member id. */
  quantities: ReadonlyMap<number, number>;
  /** Id of the form, so that buttons outside can submit it. */
  formId?: string;
}

interface MemberProps {
  member: ProductCard;
  /** Initial quantity. */
  quantity: number;
}

function MemberChoice({ member, quantity }: MemberProps) {
  const { t } = useLocale();
  if (!member.availability.isPurchasable) return <span className="muted small">{t("product.outOfStock")}</span>;
  if (member.type !== "simple") {
    return (
      <Button href={routes.product(member.slug)} look="tint" isSmall>
        {t("product.selectOptions")}
      </Button>
    );
  }
  return (
    <Quantity
      name={`quantity[${member.id}]`}
      label={t("product.quantityOf", { name: member.name })}
      value={quantity}
      min={0}
      max={member.availability.maxQuantity}
      isSmall
    />
  );
}

function MemberRow({ member, quantity }: MemberProps) {
  return (
    <tr className="woocommerce-grouped-product-list-item" id={`product-${member.id}`}>
      <td className="woocommerce-grouped-product-list-item__quantity">
        <MemberChoice member={member} quantity={quantity} />
      </td>
      <th scope="row" className="woocommerce-grouped-product-list-item__label">
        <a href={routes.product(member.slug)}>{member.name}</a>
      </th>
      <td className="woocommerce-grouped-product-list-item__price">{member.price && <Price label={member.price} />}</td>
    </tr>
  );
}

function isChosenHere({ type, availability }: ProductCard): boolean {
  return type === "simple" && availability.isPurchasable;
}

/** Renders the price of the chosen quantities, which `defineGroupTotal` keeps up to date: without scripts it would be wrong after a change. */
function GroupTotal({ product, quantities }: Pick<GroupedFormProps, "product" | "quantities">) {
  const { t, currency } = useLocale();
  const chosen = product.members.filter(isChosenHere);
  const priced = chosen.map(
    ({ id, price, bulkOffer }) => [id, { unitPrice: price?.min ?? 0, offer: bulkOffer }] as const,
  );
  const total = priceOfPieces(priced.map(([id, price]) => ({ ...price, quantity: quantities.get(id) ?? 0 })));
  const shown = total ?? 0;
  const members = priced.map(([id, { unitPrice, offer }]) => {
    const saving = offer && { pieces: offer.pieces, saving: offerSaving(unitPrice, offer.pieces, offer) };
    return [id, { unitPrice, offer: saving }] as const;
  });
  const prices: GroupPrices = { minorUnit: currency.minorUnit, members: Object.fromEntries(members) };
  return (
    <shop-group-total className="needs-scripts" data-prices={JSON.stringify(prices)} hidden={total === undefined}>
      <span>{t("product.groupedTotal")}</span> <Price label={{ min: shown, max: shown, was: null }} isBig />
    </shop-group-total>
  );
}

/** Renders the form that buys several members of a group at once. */
export function GroupedForm({ product, quantities, formId }: GroupedFormProps) {
  const { t } = useLocale();
  const canBuy = product.members.some(isChosenHere);
  return (
    <form className="cart grouped_form" id={formId} action={routes.product(product.slug)} method="post">
      <table className="woocommerce-grouped-product-list group_table">
        <thead className="vh">
          <tr>
            <th scope="col">{t("product.quantity")}</th>
            <th scope="col">{t("product.groupedItem")}</th>
            <th scope="col">{t("product.groupedPrice")}</th>
          </tr>
        </thead>
        <tbody>
          {product.members.map((member) => (
            <MemberRow key={member.id} member={member} quantity={quantities.get(member.id) ?? 0} />
          ))}
        </tbody>
      </table>
      {canBuy ? (
        <>
          <GroupTotal product={product} quantities={quantities} />
          <BuyButtons product={product} availability={product.availability} hasNoQuantity />
        </>
      ) : (
        <StandaloneHeart product={product} />
      )}
    </form>
  );
}
