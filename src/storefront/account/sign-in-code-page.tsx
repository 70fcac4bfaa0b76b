import { routes } from "#routes";
import { Button } from "#ui/button.tsx";
import { useLocale } from "#ui/locale.tsx";
import { AccountForm, FormField, type GuardedForm } from "./account-form.tsx";
import { NarrowPage } from "./confirmation-pages.tsx";
import { AppCodeField } from "./second-factor-page.tsx";

interface SignInCodeProps {
  form: GuardedForm;
  /** Path to go to afterwards; "" for the account page. */
  leadsTo: string;
  isRemembered: boolean;
}

/** Renders the step of the sign-in that asks for the code. */
export function SignInCodePage({ form, leadsTo, isRemembered }: SignInCodeProps) {
  const { t } = useLocale();
  return (
    <NarrowPage title={t("account.factor.signIn")}>
      <p>{t("account.factor.signInText")}</p>
      <AccountForm
        form={form}
        action={routes.signInCode()}
        mark="sign_in_code"
        button={t("account.signIn")}
        hidden={{ ...(leadsTo && { redirect: leadsTo }), ...(isRemembered && { rememberme: "forever" }) }}
      >
        <AppCodeField form={form} isRequired={false} />
        <FormField
          form={form}
          name="recovery_code"
          label={t("account.factor.recovery")}
          hint={t("account.factor.recoveryHint")}
          autoComplete="off"
          maxLength={40}
        />
      </AccountForm>
    </NarrowPage>
  );
}

/** Renders the page for a sign-in whose password was typed too long ago. */
export function SignInAgainPage() {
  const { t } = useLocale();
  return (
    <NarrowPage title={t("account.factor.signIn")}>
      <p>{t("account.factor.late")}</p>
      <p>
        <Button href={routes.account()}>{t("account.signIn")}</Button>
      </p>
    </NarrowPage>
  );
}
