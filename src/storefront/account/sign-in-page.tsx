import { createElement } from "react";
import { routes } from "#routes";
import { useLocale } from "#ui/locale.tsx";
import { AccountForm, FormField, type GuardedForm } from "./account-form.tsx";
import { EmailField } from "./person-fields.tsx";
import { type PasskeyRequest, PasskeySignIn } from "./security/passkey-forms.tsx";

interface SignInPageProps {
  login: GuardedForm;
  register: GuardedForm;
  /** undefined: the shop's address has no passkeys. */
  passkey: PasskeyButton | undefined;
  /** Path to go to after the sign-in; "" for the account page. */
  leadsTo: string;
}

interface PasskeyButton {
  form: GuardedForm;
  request: PasskeyRequest;
}

function LoginForm({ form, passkey, leadsTo }: Omit<SignInPageProps, "login" | "register"> & { form: GuardedForm }) {
  const { t } = useLocale();
  return (
    <section className="u-column1" aria-labelledby="login-heading">
      <h2 id="login-heading">{t("account.signIn")}</h2>
      <AccountForm
        form={form}
        action={routes.account()}
        mark="login"
        button={t("account.signIn")}
        className="woocommerce-form-login login"
        hidden={leadsTo ? { redirect: leadsTo } : {}}
        after={
          <a className="link woocommerce-LostPassword" href={routes.lostPassword()}>
            {t("account.forgot")}
          </a>
        }
      >
        <FormField form={form} name="username" label={t("account.login")} isRequired autoComplete="username" />
        <FormField
          form={form}
          name="password"
          label={t("account.password")}
          type="password"
          isRequired
          autoComplete="current-password"
        />
        <label className="choice woocommerce-form-login__rememberme">
          <input
            type="checkbox"
            id="rememberme"
            name="rememberme"
            value="forever"
            defaultChecked={form.refused?.typed.rememberme !== undefined}
          />
          <span>{t("account.remember")}</span>
        </label>
      </AccountForm>
      {passkey && <PasskeySignIn {...passkey} leadsTo={leadsTo} />}
    </section>
  );
}

function RegisterForm({ form }: { form: GuardedForm }) {
  const { t } = useLocale();
  return (
    <section className="u-column2" aria-labelledby="register-heading">
      <h2 id="register-heading">{t("account.register")}</h2>
      <p className="muted">{t("account.registerLead")}</p>
      <AccountForm
        form={form}
        action={routes.account()}
        mark="register"
        button={t("account.registerButton")}
        className="woocommerce-form-register register"
      >
        <EmailField form={form} name="email" id="reg_email" hint={t("account.emailOnlyForYou")} />
        {createElement("wc-order-attribution-inputs")}
      </AccountForm>
    </section>
  );
}

/** Renders the sign-in form next to the registration form. */
export function SignInPage({ login, register, passkey, leadsTo }: SignInPageProps) {
  const { t } = useLocale();
  return (
    <div className="wrap woocommerce account-page account-entrance">
      <h1>{t("account.title")}</h1>
      <div id="customer_login" className="u-columns">
        <LoginForm form={login} passkey={passkey} leadsTo={leadsTo} />
        <RegisterForm form={register} />
      </div>
    </div>
  );
}
