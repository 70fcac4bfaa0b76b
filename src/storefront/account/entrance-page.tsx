import type { ReactNode } from "react";
import { routes } from "#routes";
import { Button } from "#ui/button.tsx";
import { useLocale } from "#ui/locale.tsx";
import { AccountForm, type GuardedForm } from "./account-form.tsx";
import { NewPasswordFields } from "./new-password-fields.tsx";
import { FirstNameField, PhoneField } from "./person-fields.tsx";

/** A narrow page of one thing to do. */
export function EntrancePage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="wrap woocommerce account-page account-narrow">
      <h1>{title}</h1>
      {children}
    </div>
  );
}

/** Behind a mail's link that is used up or has run out. */
export function BadLinkPage() {
  const { t } = useLocale();
  return (
    <EntrancePage title={t("account.confirm.bad")}>
      <p>{t("account.confirm.badText")}</p>
      <p>
        <Button href={routes.account()}>{t("account.title")}</Button>
      </p>
    </EntrancePage>
  );
}

interface ConfirmAccountProps {
  form: GuardedForm;
  email: string;
  /** Who has asked for it with an order; undefined: it was asked for by itself. */
  buyer: { name: string; phone: string } | undefined;
}

/** Behind the mail's link that opens an account: everything but its address, asked for once. */
export function ConfirmAccountPage({ form, email, buyer }: ConfirmAccountProps) {
  const { t } = useLocale();
  return (
    <EntrancePage title={t("account.confirm.title")}>
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
    </EntrancePage>
  );
}

/** Behind the mail's link that proves a new address: it counts when a person presses the button. */
export function ConfirmEmailPage({ form, email }: { form: GuardedForm; email: string }) {
  const { t } = useLocale();
  return (
    <EntrancePage title={t("account.confirmEmail.title")}>
      <p>{t("account.confirmEmail.text", { email })}</p>
      <AccountForm
        form={form}
        action={routes.confirmEmail()}
        mark="confirm_email"
        button={t("account.confirmEmail.button")}
      />
    </EntrancePage>
  );
}
