import type { ReactNode } from "react";
import { routes } from "#routes";
import { isDownload } from "#shop/catalogue/download.rules.ts";
import type { BaseProductDetail } from "#shop/catalogue/product.ts";
import type { ChoiceButtons as ChoiceButtonsSetting } from "#shop/settings/choice-buttons.ts";
import { Field } from "#ui/field.tsx";
import { useLocale } from "#ui/locale.tsx";
import { ChoiceButtons } from "./choice-buttons.tsx";

type Attribute = BaseProductDetail["attributes"][number];

interface VariationChoicesProps {
  product: BaseProductDetail;
  /** The initially chosen wire value, by attribute slug. */
  chosen: Readonly<Record<string, string>>;
  /** How attributes are shown; others are drop-downs. */
  choiceButtons: readonly ChoiceButtonsSetting[];
  /** Keeps field ids apart from those of another form on the page. */
  idPrefix: string;
  /** Shown below the choices. */
  note: ReactNode;
}

/**
 * Renders the drop-downs of a variable product, behind buttons if the shop shows those. Scripts remove and restore options; the
 * browser keeps the choice. Options have no classes: the protocol's script takes `attached` and `enabled` as its own results.
 * Source: wire notes 4.3, storefront specification 4.
 */
export function VariationChoices({ product, chosen, choiceButtons, idPrefix, note }: VariationChoicesProps) {
  const { t } = useLocale();
  const attributes = product.attributes.filter(({ isForVariations }) => isForVariations);
  const isAnyChosen = Object.values(chosen).some(Boolean);
  const withDefault = attributes.filter(({ defaultValue }) => defaultValue !== "");
  return (
    <div className="variations">
      <div className={attributes.length > 1 ? "pair" : "pair pair--one"}>
        {attributes.map((attribute) => {
          const { slug } = attribute;
          const setting = shownAs(product, slug, choiceButtons);
          const field = (
            <AttributeField
              key={slug}
              attribute={attribute}
              chosen={chosen[slug] ?? ""}
              idPrefix={idPrefix}
              isHidden={setting !== undefined}
            />
          );
          if (!setting) return field;
          const id = `${idPrefix}attribute_${slug}`;
          return (
            <shop-choice-buttons key={slug}>
              {field}
              <ChoiceButtons product={product} attribute={attribute} setting={setting} chosen={chosen} id={id} />
            </shop-choice-buttons>
          );
        })}
        {note}
      </div>
      <a
        className={`reset_variations link link--quiet small${isAnyChosen ? " is-shown" : ""}`}
        href={routes.productUnchosen(
          product.slug,
          withDefault.map(({ slug }) => slug),
        )}
        rel="nofollow"
        aria-label={t("product.clearSelection")}
      >
        {t("product.clearSelection")}
      </a>
    </div>
  );
}

/** Returns how an attribute is shown; undefined: as a drop-down. The options of downloads are buttons with their prices. */
function shownAs(
  product: BaseProductDetail,
  attribute: string,
  choiceButtons: readonly ChoiceButtonsSetting[],
): ChoiceButtonsSetting | undefined {
  const setting = choiceButtons.find((one) => one.attribute === attribute);
  if (!setting) return isDownload(product) ? { attribute, as: "pills" } : undefined;
  return setting.as === "dropdown" ? undefined : setting;
}

interface AttributeFieldProps {
  attribute: Attribute;
  chosen: string;
  idPrefix: string;
  /** Whether buttons are shown instead. Browsers do not send a form whose required field they cannot show. */
  isHidden: boolean;
}

function AttributeField({ attribute, chosen, idPrefix, isHidden }: AttributeFieldProps) {
  const { t } = useLocale();
  const name = `attribute_${attribute.slug}`;
  return (
    <Field name={name} id={idPrefix + name} label={attribute.name} kind="select" isRequired={!isHidden}>
      {(control) => (
        <select
          {...control}
          defaultValue={chosen}
          data-attribute_name={name}
          data-show_option_none="yes"
          data-default={attribute.defaultValue || undefined}
        >
          <option value="">{t("product.chooseOption")}</option>
          {attribute.options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
