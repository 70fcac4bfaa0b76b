import { routes } from "#routes";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { useLocale } from "#ui/locale.tsx";
import { DigitalGoodsLists, type DigitalGoodsProps } from "../downloads/fragments/digital-goods.tsx";
import { AccountForm, FormField, type GuardedForm } from "./account-form.tsx";

/** Renders the files and licence keys of the user's orders. */
export function DownloadsPage(props: DigitalGoodsProps) {
  const { t } = useLocale();
  const { downloads, licences } = props.goods;
  if (downloads.length + licences.length > 0)
    return (
      <div className="woocommerce-order-downloads order-goods">
        <DigitalGoodsLists {...props} namesOrders />
      </div>
    );
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

/** Asks for confirmation before signing out, because the link can come from anywhere. */
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

/** Renders the form that deletes the account; asks for the password. */
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
