import { routes } from "#routes";
import { EmptyState } from "#ui/empty-state.tsx";
import { useLocale } from "#ui/locale.tsx";

/** Renders the coming-soon page with a sign-in link for staff. */
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
