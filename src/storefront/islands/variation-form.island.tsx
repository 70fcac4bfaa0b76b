import { useMemo, useSyncExternalStore } from "react";
import { flushSync } from "react-dom";
import { Button } from "#ui/button.tsx";
import { LocaleContext, useLocale } from "#ui/locale.tsx";
import { Quantity } from "#ui/quantity.tsx";
import { type IslandWords, localeOf } from "../client/island-words.ts";
import type { VariationForm, VariationFormFacts } from "../client/variation-form.ts";
import { shownHtml } from "../client/variation-shown.ts";
import { silentView, type VariationView } from "../client/variation-view.ts";

/** The texts that the island takes along. */
export const variationFormTexts = [
  "product.addToCart",
  "product.buyNow",
  "product.noMatch",
  "product.makeASelection",
  "product.unavailable",
  "product.selectionReset",
  "shell.quantity.less",
  "shell.quantity.more",
] as const;

export interface VariationFormIslandProps extends VariationFormFacts {
  words: IslandWords;
  checkoutPath: string;
  quantity: { label: string; value: number; min: number; max: number | null };
  limits: { min: number; max: number | null; isSingle: boolean };
  /** What works the form in the browser, and the places in here that it names by class. */
  model?: VariationForm;
}

/** The part of a variable product's form under the choices: the chosen variation, messages, quantity and buttons. */
export function VariationFormIsland(props: VariationFormIslandProps) {
  const { words, selected, unavailableText } = props;
  const view = useView(props.model);
  const locale = useMemo(() => localeOf(words), [words]);
  return (
    <LocaleContext value={locale}>
      <div className="reset_variations_alert vh" role="alert" aria-live="polite" aria-relevant="all">
        {view.isResetAnnounced && locale.t("product.selectionReset")}
      </div>
      <div className="single_variation_wrap">
        <div
          className="woocommerce-variation single_variation"
          role="alert"
          aria-relevant="additions"
          dangerouslySetInnerHTML={{ __html: shownHtml(selected, unavailableText) }}
          suppressHydrationWarning
        />
        {view.hasNoMatch && (
          <div role="alert">
            <p className="wc-no-matching-variations woocommerce-info">{locale.t("product.noMatch")}</p>
          </div>
        )}
        <BuyPart {...props} complaint={view.complaint} />
      </div>
    </LocaleContext>
  );
}

/** The form's messages. Whoever changes them finds them on the page at once. */
function useView(model: VariationForm | undefined): VariationView {
  const subscribe = useMemo(
    () => (heard: () => void) => model?.subscribe(() => flushSync(heard)) ?? (() => undefined),
    [model],
  );
  return useSyncExternalStore(
    subscribe,
    () => model?.view ?? silentView,
    () => silentView,
  );
}

type BuyPartProps = VariationFormIslandProps & { complaint: VariationView["complaint"] };

function BuyPart({ quantity, limits, checkoutPath, complaint }: BuyPartProps) {
  const { t } = useLocale();
  return (
    <div className="woocommerce-variation-add-to-cart variations_button" suppressHydrationWarning>
      {complaint && (
        <p className="variation-complaint err" role="alert" tabIndex={-1} ref={focus}>
          {t(complaint === "unavailable" ? "product.unavailable" : "product.makeASelection")}
        </p>
      )}
      <div className={limits.isSingle ? "buy-acts buy-acts--one" : "buy-acts"}>
        {limits.isSingle ? (
          <input type="hidden" name="quantity" defaultValue="1" />
        ) : (
          <Quantity name="quantity" {...quantity} />
        )}
        <Button type="submit" className="alt single_add_to_cart_button button" suppressHydrationWarning>
          {t("product.addToCart")}
        </Button>
        <Button
          type="submit"
          look="ink"
          className="qcfw_single_buy_now_button single_add_to_cart_button button"
          data-href={checkoutPath}
          suppressHydrationWarning
        >
          {t("product.buyNow")}
        </Button>
      </div>
    </div>
  );
}

/** A complaint may come late: whoever is choosing by then is not called away. */
function focus(element: HTMLElement | null): void {
  if (!document.activeElement?.matches("select")) element?.focus();
}
