import { useEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { LocaleContext, useLocale } from "#ui/locale.tsx";
import { Quantity } from "#ui/quantity.tsx";
import { type IslandWords, localeOf } from "../client/island-words.ts";
import { type ShownFields, startVariationForm, type VariationView } from "../client/variation-form.ts";
import { unpackVariations, type VariationTable, type WireVariation } from "../client/variation-table.ts";

/** The texts that the island takes along. */
export const variationFormTexts = [
  "product.chooseOption",
  "product.clearSelection",
  "product.addToCart",
  "product.buyNow",
  "product.noMatch",
  "product.makeASelection",
  "product.unavailable",
  "product.selectionReset",
  "shell.quantity.less",
  "shell.quantity.more",
] as const;

export interface VariationFormIslandProps {
  words: IslandWords;
  /** Where the page is without a choice. */
  productPath: string;
  checkoutPath: string;
  attributes: readonly FormAttribute[];
  /** Chosen at first, by field name. */
  chosen: Readonly<Record<string, string>>;
  /** The variation that they mean. */
  selected: ShownFields | null;
  quantity: { label: string; value: number; min: number; max: number | null };
  /** What the quantity field allows while nothing is chosen. */
  limits: { min: number; max: number | null; isSingle: boolean };
  /** All variations, when the form's own data leaves them out. */
  table: VariationTable | null;
}

interface FormAttribute {
  /** attribute_{slug} */
  name: string;
  label: string;
  options: readonly { value: string; label: string }[];
}

const atFirst: VariationView = {
  options: null,
  isAnyChosen: false,
  shown: null,
  state: "asleep",
  hasNoMatch: false,
  complaint: "",
  isResetAnnounced: false,
};

/** The inside of the form of a variable product: choices, the chosen variation, quantity and buttons. */
export function VariationFormIsland(props: VariationFormIslandProps) {
  const { words, chosen, selected } = props;
  const anchor = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<VariationView>({
    ...atFirst,
    shown: selected,
    isAnyChosen: Object.values(chosen).some(Boolean),
  });
  useEffect(() => {
    const form = anchor.current?.closest("form");
    if (!form) return undefined;
    return startVariationForm({
      form,
      lists: props.attributes.map(({ name, options }) => ({ name, values: options.map(({ value }) => value) })),
      variationsOf: () => variationsOf(form, props.table),
      limits: props.limits,
      show: (part) => flushSync(() => setView((before) => ({ ...before, ...part }))),
    });
  }, [props]);
  const locale = useMemo(() => localeOf(words), [words]);
  return (
    <LocaleContext value={locale}>
      <div className="variations" ref={anchor}>
        <Choices {...props} view={view} />
      </div>
      <div className="reset_variations_alert vh" role="alert" aria-live="polite" aria-relevant="all">
        {view.isResetAnnounced && locale.t("product.selectionReset")}
      </div>
      <div className="single_variation_wrap">
        <div className="woocommerce-variation single_variation" role="alert" aria-relevant="additions">
          {view.shown && <ShownVariation variation={view.shown} />}
        </div>
        {view.hasNoMatch && (
          <div role="alert">
            <p className="wc-no-matching-variations woocommerce-info">{locale.t("product.noMatch")}</p>
          </div>
        )}
        <BuyPart {...props} view={view} />
      </div>
    </LocaleContext>
  );
}

/** As the page embeds them for scripts of the field, or from our own table where they are too many for that. */
function variationsOf(form: HTMLFormElement, table: VariationTable | null): readonly WireVariation[] {
  const embedded: unknown = JSON.parse(form.dataset.product_variations || "false");
  if (Array.isArray(embedded)) return embedded as WireVariation[];
  return table ? unpackVariations(table) : [];
}

type ViewProps = VariationFormIslandProps & { view: VariationView };

function Choices({ attributes, chosen, productPath, view }: ViewProps) {
  const { t } = useLocale();
  return (
    <>
      <div className={attributes.length > 1 ? "pair" : "pair pair--one"}>
        {attributes.map((attribute) => (
          <AttributeField
            key={attribute.name}
            attribute={attribute}
            chosen={chosen[attribute.name] ?? ""}
            offered={view.options?.[attribute.name]}
          />
        ))}
      </div>
      <a
        className={`reset_variations link link--quiet small${view.isAnyChosen ? " is-shown" : ""}`}
        href={productPath}
        aria-label={t("product.clearSelection")}
      >
        {t("product.clearSelection")}
      </a>
    </>
  );
}

interface AttributeFieldProps {
  attribute: FormAttribute;
  chosen: string;
  /** undefined: all its options. */
  offered: Readonly<Record<string, "enabled" | "disabled">> | undefined;
}

/** The browser keeps what is chosen: scripts of the field set it there. */
function AttributeField({ attribute, chosen, offered }: AttributeFieldProps) {
  const { t } = useLocale();
  const { name, label, options } = attribute;
  return (
    <Field name={name} label={label} kind="select" isRequired>
      {(control) => (
        <select {...control} defaultValue={chosen} data-attribute_name={name} data-show_option_none="yes">
          <option value="">{t("product.chooseOption")}</option>
          {options
            .filter(({ value }) => !offered || offered[value])
            .map(({ value, label }) => {
              const isDisabled = offered?.[value] === "disabled";
              return (
                <option
                  key={value}
                  value={value}
                  className={isDisabled ? "attached" : "attached enabled"}
                  disabled={isDisabled}
                >
                  {label}
                </option>
              );
            })}
        </select>
      )}
    </Field>
  );
}

function ShownVariation({ variation }: { variation: ShownFields }) {
  const { t } = useLocale();
  if (!variation.variation_is_visible) return <p role="alert">{t("product.unavailable")}</p>;
  return (
    <>
      {variation.variation_description && (
        <Html className="woocommerce-variation-description" html={variation.variation_description} />
      )}
      <Html className="woocommerce-variation-price" html={variation.price_html} />
      <Html className="woocommerce-variation-availability" html={variation.availability_html} />
    </>
  );
}

/** HTML that the shop itself wrote. */
function Html({ className, html }: { className: string; html: string }) {
  return <div className={className} dangerouslySetInnerHTML={{ __html: html }} />;
}

const wrapperClasses = {
  asleep: "",
  "selection-needed": " woocommerce-variation-add-to-cart-disabled",
  unavailable: " woocommerce-variation-add-to-cart-disabled",
  enabled: " woocommerce-variation-add-to-cart-enabled",
};

function BuyPart({ quantity, limits, checkoutPath, view }: ViewProps) {
  const { t } = useLocale();
  const { state, complaint } = view;
  return (
    <div className={`woocommerce-variation-add-to-cart variations_button${wrapperClasses[state]}`}>
      {complaint && (
        <p className="variation-complaint err" role="alert" tabIndex={-1}>
          {t(complaint === "unavailable" ? "product.unavailable" : "product.makeASelection")}
        </p>
      )}
      <div className={limits.isSingle ? "buy-acts buy-acts--one" : "buy-acts"}>
        {limits.isSingle ? (
          <input type="hidden" name="quantity" defaultValue="1" />
        ) : (
          <Quantity name="quantity" {...quantity} />
        )}
        <BuyButton state={state} className="alt">
          {t("product.addToCart")}
        </BuyButton>
        <BuyButton state={state} className="qcfw_single_buy_now_button" look="ink" data-href={checkoutPath}>
          {t("product.buyNow")}
        </BuyButton>
      </div>
    </div>
  );
}

interface BuyButtonProps {
  state: VariationView["state"];
  className: string;
  look?: "ink";
  "data-href"?: string;
  children: string;
}

/** Stays a button that can be pressed: then it says what is missing. */
function BuyButton({ state, className, ...rest }: BuyButtonProps) {
  const buys = state === "asleep" || state === "enabled";
  const reason = state === "unavailable" ? "wc-variation-is-unavailable" : "wc-variation-selection-needed";
  return (
    <Button
      {...rest}
      type="submit"
      className={`${className} single_add_to_cart_button button${buys ? "" : ` disabled ${reason}`}`}
      {...(!buys && { "aria-disabled": true })}
    />
  );
}
