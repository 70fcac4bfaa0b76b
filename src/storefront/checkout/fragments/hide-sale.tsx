import { useLocale } from "#ui/locale.tsx";

/** Name of the checkbox. Source: wire notes 13. */
export const hideSaleControl = "pisol_exclude_order";

/** Renders the checkbox that keeps an order out of the pop-ups about recent sales. */
export function HideSale({ isHidden }: { isHidden: boolean }) {
  const { t } = useLocale();
  return (
    <div className="form-row" id={`${hideSaleControl}_field`}>
      <label className="choice" htmlFor={hideSaleControl}>
        <input type="checkbox" name={hideSaleControl} id={hideSaleControl} value="1" defaultChecked={isHidden} />
        <span>{t("checkout.hideSale")}</span>
      </label>
    </div>
  );
}
