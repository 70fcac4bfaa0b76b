import type { ReactNode } from "react";
import { routes } from "#routes";
import { Button } from "#ui/button.tsx";
import { useLocale } from "#ui/locale.tsx";
import { AccountForm, type GuardedForm } from "./account-form.tsx";
import { NewPasswordFields } from "./new-password-fields.tsx";
import { FirstNameField, PhoneField } from "./person-fields.tsx";

/** Renders a narrow page with a single form or action. */
export function NarrowPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="wrap woocommerce account-page account-narrow">
      <h1>{title}</h1>
      {children}
    </div>
  );
}

/** Renders the page for an email link that has been used or has expired. */
export function BadLinkPage() {
  const { t } = useLocale();
  return (
    <NarrowPage title={t("account.confirm.bad")}>
      <p>{t("account.confirm.badText")}</p>
      <p>
        <Button href={routes.account()}>{t("account.title")}</Button>
      </p>
    </NarrowPage>
  );
}

interface ConfirmAccountProps {
  form: GuardedForm;
  email: string;
  /** The buyer, when the account was requested with an order; undefined when it was requested directly. */
  buyer: { name: string; phone: string } | undefined;
}

/** Renders the page of the email link that opens an account. Asks for the missing details once. */
export function ConfirmAccountPage({ form, email, buyer }: ConfirmAccountProps) {
  const { t } = useLocale();
  return (
    <NarrowPage title={t("account.confirm.title")}>
      <p>{t("account.confirm.text", { email })}</p>
      <AccountForm
        form={form}
        action={routes.confirmAccount()}
        mark="confirm_account"
        button={t("account.confirm.button")}
      >
        <FirstNameField form={form} name="account_first_name" known={buyer?.name ?? ""} />
        <PhoneField form={form} name="account_phone" known={buyer?.phone ?? ""} />
        <NewPasswordFields form={form} label={t("account.password")} />
      </AccountForm>
    </NarrowPage>
  );
}

/** Renders the page of the email link that verifies a new address. Takes effect only when the button is pressed. */
export function ConfirmEmailPage({ form, email }: { form: GuardedForm; email: string }) {
  const { t } = useLocale();
  return (
    <NarrowPage title={t("account.confirmEmail.title")}>
      <p>{t("account.confirmEmail.text", { email })}</p>
      <AccountForm
        form={form}
        action={routes.confirmEmail()}
        mark="confirm_email"
        button={t("account.confirmEmail.button")}
      />
    </NarrowPage>
  );
}
