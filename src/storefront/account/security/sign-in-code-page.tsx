import { routes } from "#routes";
import { Button } from "#ui/button.tsx";
import { useLocale } from "#ui/locale.tsx";
import { AccountForm, FormField, type GuardedForm } from "../account-form.tsx";
import { NarrowPage } from "../confirmation-pages.tsx";
import { type PasskeyRequest, PasskeySignIn } from "./passkey-forms.tsx";
import { AppCodeField } from "./second-factor-page.tsx";

interface SignInCodeProps {
  form: GuardedForm;
  /** Path to go to afterwards; "" for the account page. */
  leadsTo: string;
  isRemembered: boolean;
  /** Whether an app makes codes. */
  hasApp: boolean;
  /** undefined: the user has no passkey, or the shop's address has none. */
  passkey: { form: GuardedForm; request: PasskeyRequest } | undefined;
}

/** Renders the step of the sign-in that asks for the code. */
export function SignInCodePage({ form, leadsTo, isRemembered, hasApp, passkey }: SignInCodeProps) {
  const { t } = useLocale();
  return (
    <NarrowPage title={t("account.factor.signIn")}>
      {passkey && <PasskeySignIn {...passkey} leadsTo={leadsTo} isRemembered={isRemembered} />}
      <p>{t(hasApp ? "account.factor.signInText" : "account.passkeys.signInText")}</p>
      <AccountForm
        form={form}
        action={routes.signInCode()}
        mark="sign_in_code"
        button={t("account.signIn")}
        hidden={{ ...(leadsTo && { redirect: leadsTo }), ...(isRemembered && { rememberme: "forever" }) }}
      >
        {hasApp && <AppCodeField form={form} isRequired={false} />}
        <FormField
          form={form}
          name="recovery_code"
          label={t(hasApp ? "account.factor.recovery" : "account.passkeys.recovery")}
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
