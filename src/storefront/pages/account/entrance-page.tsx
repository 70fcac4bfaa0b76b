import type { ReactNode } from "react";
import { routes } from "#routes";
import { Button } from "#ui/button.tsx";
import { useLocale } from "#ui/locale.tsx";
import { AccountForm, FormField, type GuardedForm } from "./account-form.tsx";

/** A narrow page of one thing to do. */
export function EntrancePage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="wrap woocommerce account-page account-narrow">
      <h1>{title}</h1>
      {children}
    </div>
  );
}

interface ConfirmPageProps {
  about: "confirm" | "confirmEmail";
  /** null: the link is used up or has run out. */
  form: GuardedForm | null;
  action: string;
}

/** What is behind a mail's link, an account's with the password that was chosen: what the link is for happens when a person presses it. */
export function ConfirmPage({ about, form, action }: ConfirmPageProps) {
  const { t } = useLocale();
  if (!form)
    return (
      <EntrancePage title={t("account.confirm.bad")}>
        <p>{t("account.confirm.badText")}</p>
        <p>
          <Button href={routes.account()}>{t("account.title")}</Button>
        </p>
      </EntrancePage>
    );
  return (
    <EntrancePage title={t(`account.${about}.title`)}>
      <p>{t(`account.${about}.text`)}</p>
      <AccountForm
        form={form}
        action={action}
        mark={about === "confirm" ? "confirm_account" : "confirm_email"}
        button={t(`account.${about}.button`)}
      >
        {about === "confirm" && (
          <FormField
            form={form}
            name="password"
            type="password"
            label={t("account.password")}
            isRequired
            autoComplete="current-password"
          />
        )}
      </AccountForm>
    </EntrancePage>
  );
}
