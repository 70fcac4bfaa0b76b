import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { useLocale } from "#ui/locale.tsx";

/** Renders the overlay while the quick checkout is loading. */
function Loading() {
  const { t } = useLocale();
  return (
    <template className="quick-loading">
      <div className="loading-overlay">
        <p className="loading-text" role="status">
          {t("catalogue.quick.loading")}
        </p>
      </div>
    </template>
  );
}

/** Renders the error after a failed load, with links to continue. */
function Failed() {
  const { t } = useLocale();
  return (
    <template className="quick-failed">
      <form method="dialog" className="quick-failure">
        <p role="alert" data-not-found={t("catalogue.quick.notFound")} data-failed={t("catalogue.quick.failed")} />
        <Button className="quick-again">{t("catalogue.quick.again")}</Button>
        <Button className="quick-page" look="line" href="">
          {t("catalogue.quick.open")}
        </Button>
        <Button type="submit" look="tint">
          {t("catalogue.quick.close")}
        </Button>
      </form>
    </template>
  );
}

interface QuickCheckoutDialogProps {
  /** Href of the style sheet of product forms. */
  productSheet: string;
}

/** Renders the popup that Buy now on a card opens. Empty until the button is pressed; Close works without scripts. */
export function QuickCheckoutDialog({ productSheet }: QuickCheckoutDialogProps) {
  const { t } = useLocale();
  return (
    <dialog
      id="quick-checkout"
      className="modal quick-dialog"
      aria-label={t("catalogue.quick.title")}
      data-sheet={productSheet}
    >
      <form method="dialog">
        <button type="submit" className="x" aria-label={t("catalogue.quick.close")} autoFocus>
          <Icon name="x" />
        </button>
      </form>
      <div className="quick-content" />
      <Loading />
      <Failed />
    </dialog>
  );
}
