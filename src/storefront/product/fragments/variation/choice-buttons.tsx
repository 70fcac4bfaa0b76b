import { formatMoney } from "#platform/money.ts";
import type { AttributeOption, BaseProductDetail, ProductAttribute, Swatch } from "#shop/catalogue/product.ts";
import {
  type CrossedOut,
  crossedOutOptions,
  type OptionPrice,
  optionPrices,
} from "#shop/catalogue/variations/choice-buttons.rules.ts";
import type { ChoiceButtons as ChoiceButtonsSetting } from "#shop/settings/choice-buttons.ts";
import { useLocale } from "#ui/locale.tsx";
import { mediaSrc } from "#ui/media-src.ts";
import { Money } from "#ui/money.tsx";
import { galleryThumbnail } from "../gallery-thumbnail.ts";

interface ChoiceButtonsProps {
  product: BaseProductDetail;
  attribute: ProductAttribute;
  setting: ChoiceButtonsSetting;
  /** The initially chosen wire value, by attribute slug. */
  chosen: Readonly<Record<string, string>>;
  /** Id of the drop-down. */
  id: string;
}

/**
 * Renders the options of an attribute as radio buttons. Until the client takes them out of the form (`followPresses`), they are
 * sent along: with the name of the drop-down and after it, because the last value of a field counts.
 */
export function ChoiceButtons({ product, attribute, setting, chosen, id }: ChoiceButtonsProps) {
  const { slug, name, options } = attribute;
  const { t } = useLocale();
  const { variations } = product;
  const prices = optionPrices(attribute, variations, setting.isPack ?? false);
  const stocked = variations.map(({ attributes, availability }) => ({
    attributes,
    isInStock: availability.status !== "outofstock",
  }));
  const crossed = crossedOutOptions({ name: slug, values: options.map(({ value }) => value) }, stocked, chosen);
  const texts = { soldOut: t("product.outOfStock"), impossible: t("product.optionImpossible") };
  return (
    <div
      className="choice-buttons"
      role="radiogroup"
      aria-labelledby={`${id}-name`}
      data-sold_out={texts.soldOut}
      data-impossible={texts.impossible}
    >
      <span className="choice-buttons-name" id={`${id}-name`}>
        {name}
      </span>
      {options.map((option) => (
        <ChoiceButton
          key={option.value}
          option={option}
          name={`attribute_${slug}`}
          isChosen={chosen[slug] === option.value}
          swatch={setting.as === "swatches" ? option.swatch : null}
          price={prices.get(option.value)}
          crossedOut={crossed[option.value]}
          texts={texts}
        />
      ))}
    </div>
  );
}

interface ChoiceButtonProps {
  option: AttributeOption;
  /** Name of the field. */
  name: string;
  isChosen: boolean;
  swatch: Swatch | null;
  price: OptionPrice | undefined;
  crossedOut: CrossedOut | undefined;
  /** Says why an option is crossed out. */
  texts: Readonly<Record<CrossedOut, string>>;
}

function ChoiceButton({ option, name, isChosen, swatch, price, crossedOut, texts }: ChoiceButtonProps) {
  const { t, currency } = useLocale();
  const why = crossedOut && texts[crossedOut];
  return (
    <label className={crossedOut ? "choice-button is-crossed-out" : "choice-button"} title={why}>
      <input
        type="radio"
        className="vh"
        name={name}
        value={option.value}
        defaultChecked={isChosen}
        autoComplete="off"
        required
      />
      {swatch && <SwatchMark swatch={swatch} />}
      <span>
        <span className="choice-button-label">
          <bdi>{option.label}</bdi>
        </span>
        {price && (
          <small>
            <Money amount={price.price} />
            {price.saving > 0 && <b>{t("catalogue.save", { amount: formatMoney(price.saving, currency) })}</b>}
          </small>
        )}
      </span>
      <span className="vh choice-button-why">{why}</span>
    </label>
  );
}

/** The colour is an SVG's, because the content security policy allows no style attributes. */
function SwatchMark({ swatch }: { swatch: Swatch }) {
  if ("picture" in swatch) {
    const src = mediaSrc(galleryThumbnail(swatch.picture));
    return <img className="choice-swatch" src={src} width={28} height={28} alt="" loading="lazy" />;
  }
  return (
    <svg className="choice-swatch" width={28} height={28} viewBox="0 0 28 28" aria-hidden="true">
      <rect width={28} height={28} fill={swatch.colour} />
    </svg>
  );
}
