import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { useLocale } from "#ui/locale.tsx";

/** What is said while the quick checkout is fetched, over all of the page. */
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

/** What is said when it did not come, and the ways on. */
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
  /** Address of the style sheet of products' forms. */
  productSheet: string;
}

/** The popup of Buy now on a card. It is empty until a press on the button fills it; Close works by itself. */
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
