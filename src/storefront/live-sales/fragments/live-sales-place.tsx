import { useLocale } from "#ui/locale.tsx";

/**
 * Renders the place of the pop-ups about recent sales, which scripts fill. It is not announced: it changes all the time.
 * @param after milliseconds until the first one
 */
export function LiveSalesPlace({ after }: { after: number }) {
  const { t } = useLocale();
  const texts = {
    close: t("liveSales.close"),
    pause: t("liveSales.pause"),
    continue: t("liveSales.continue"),
    never: t("liveSales.never"),
  };
  return (
    <shop-live-sales
      role="region"
      aria-label={t("liveSales.region")}
      data-after={after}
      data-texts={JSON.stringify(texts)}
    />
  );
}
