import { routes } from "#routes";
import { useLocale } from "#ui/locale.tsx";
import { AccountForm, FormField, type GuardedForm } from "./account-form.tsx";
import { NarrowPage } from "./confirmation-pages.tsx";
import { NewPasswordFields } from "./new-password-fields.tsx";

/** Renders the form that requests a password reset link. */
export function LostPasswordPage({ form, isLinkBad }: { form: GuardedForm; isLinkBad: boolean }) {
  const { t } = useLocale();
  return (
    <NarrowPage title={t("account.lost.title")}>
      {isLinkBad && <p className="notice notice--bad">{t("account.lost.bad")}</p>}
      <p>{t("account.lost.text")}</p>
      <AccountForm
        form={form}
        action={routes.lostPassword()}
        mark="send"
        button={t("account.lost.button")}
        className="woocommerce-ResetPassword lost_reset_password"
        hidden={{ wc_reset_password: "true" }}
      >
        <FormField form={form} name="user_login" label={t("account.login")} isRequired autoComplete="username" />
      </AccountForm>
    </NarrowPage>
  );
}

/** Renders the same text whether the account exists or not. */
export function ResetLinkSentPage() {
  const { t } = useLocale();
  return (
    <NarrowPage title={t("account.lost.title")}>
      <p role="status">{t("account.lost.sent")}</p>
    </NarrowPage>
  );
}

/** Renders the form that sets a new password after an email link. */
export function ResetPasswordPage({ form }: { form: GuardedForm }) {
  const { t } = useLocale();
  return (
    <NarrowPage title={t("account.lost.title")}>
      <p>{t("account.reset.text")}</p>
      <AccountForm
        form={form}
        action={routes.resetForm()}
        mark="save"
        button={t("account.reset.button")}
        className="woocommerce-ResetPassword lost_reset_password"
        hidden={{ wc_reset_password: "true" }}
      >
        <NewPasswordFields form={form} label={t("account.reset.new")} />
      </AccountForm>
    </NarrowPage>
  );
}
