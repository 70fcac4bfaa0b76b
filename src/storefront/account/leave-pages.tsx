import { routes } from "#routes";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { useLocale } from "#ui/locale.tsx";
import { AccountForm, FormField, type GuardedForm } from "./account-form.tsx";

/** Files that somebody has bought. There are none to list before digital goods are delivered. */
export function DownloadsPage() {
  const { t } = useLocale();
  return (
    <EmptyState
      title={t("account.downloads.empty")}
      className="woocommerce-info"
      actions={<Button href={routes.shop()}>{t("account.goShopping")}</Button>}
    >
      <p className="muted">{t("account.downloads.emptyText")}</p>
    </EmptyState>
  );
}

/** Asks before it signs out: this link may have come from anywhere. */
export function SignOutPage({ signOutHref }: { signOutHref: string }) {
  const { t } = useLocale();
  return (
    <>
      <p>{t("account.signOut.text")}</p>
      <p>
        <Button href={signOutHref}>{t("account.signOut")}</Button>
      </p>
    </>
  );
}

/** Deletes the account of somebody who knows its password. */
export function DeleteAccountPage({ form }: { form: GuardedForm }) {
  const { t } = useLocale();
  return (
    <>
      <p>{t("account.delete.text")}</p>
      <AccountForm
        form={form}
        action={routes.deleteAccount()}
        mark="delete_account"
        button={t("account.delete.button")}
        after={
          <Button look="line" href={routes.editAccount()}>
            {t("account.delete.keep")}
          </Button>
        }
      >
        <FormField
          form={form}
          name="password_current"
          type="password"
          label={t("account.details.passwordCurrent")}
          isRequired
          autoComplete="current-password"
        />
      </AccountForm>
    </>
  );
}
