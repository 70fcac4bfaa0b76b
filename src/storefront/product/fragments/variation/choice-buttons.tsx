import { formatMoney } from "#platform/money.ts";
import {
  type CrossedOut,
  crossedOutOptions,
  type OptionPrice,
  optionPrices,
} from "#shop/catalogue/choice-buttons.rules.ts";
import type { AttributeOption, BaseProductDetail, ProductAttribute } from "#shop/catalogue/product.ts";
import type { ChoiceButtons as ChoiceButtonsSetting } from "#shop/settings/choice-buttons.ts";
import { useLocale } from "#ui/locale.tsx";
import { Money } from "#ui/money.tsx";

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
 * Renders the options of an attribute as radio buttons, shown instead of the drop-down if the browser runs scripts. They belong
 * to no form, so the drop-down alone is sent; `<shop-choice-buttons>` keeps both the same.
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
          group={`${id}-button`}
          isChosen={chosen[slug] === option.value}
          swatch={setting.swatches?.[option.value]}
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
  /** Name of the radio group. */
  group: string;
  isChosen: boolean;
  /** A colour or the path of a picture. */
  swatch: string | undefined;
  price: OptionPrice | undefined;
  crossedOut: CrossedOut | undefined;
  /** Says why an option is crossed out. */
  texts: Readonly<Record<CrossedOut, string>>;
}

function ChoiceButton({ option, group, isChosen, swatch, price, crossedOut, texts }: ChoiceButtonProps) {
  const { t, currency } = useLocale();
  const why = crossedOut && texts[crossedOut];
  return (
    <label className={crossedOut ? "choice-button is-crossed-out" : "choice-button"} title={why}>
      <input
        type="radio"
        className="vh"
        form="none"
        name={group}
        value={option.value}
        defaultChecked={isChosen}
        autoComplete="off"
        aria-disabled={crossedOut === "impossible" || undefined}
      />
      {swatch !== undefined && <Swatch swatch={swatch} />}
      <span>
        <span className="choice-button-label">{option.label}</span>
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

function Swatch({ swatch }: { swatch: string }) {
  if (!swatch.startsWith("#")) return <img className="choice-swatch" src={swatch} width={28} height={28} alt="" />;
  return (
    <svg className="choice-swatch" width={28} height={28} viewBox="0 0 28 28" aria-hidden="true">
      <rect width={28} height={28} fill={swatch} />
    </svg>
  );
}
