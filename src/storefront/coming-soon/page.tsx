import { routes } from "#routes";
import { EmptyState } from "#ui/empty-state.tsx";
import { useLocale } from "#ui/locale.tsx";

/** The shop is being prepared: says so, and lets those in who work in it. */
export function ComingSoonPage({ shopName }: { shopName: string }) {
  const { t } = useLocale();
  return (
    <div className="wrap">
      <EmptyState
        className="not-found"
        level={1}
        title={t("shell.comingSoon.title")}
        actions={
          <a className="link" href={routes.account()}>
            {t("shell.comingSoon.signIn")}
          </a>
        }
      >
        <p className="muted">{t("shell.comingSoon.visitors", { shop: shopName })}</p>
      </EmptyState>
    </div>
  );
}
