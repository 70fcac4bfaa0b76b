import { shortestPassword } from "#shop/accounts/profile/account-fields.rules.ts";
import { useLocale } from "#ui/locale.tsx";
import { FormField, type GuardedForm } from "./account-form.tsx";

interface NewPasswordFieldsProps {
  form: GuardedForm;
  label: string;
  /** It may be left empty where somebody keeps the one that he has. */
  isRequired?: boolean;
}

/** A new password: typed once where a button shows it, and once more where no script makes that button. */
export function NewPasswordFields({ form, label, isRequired = true }: NewPasswordFieldsProps) {
  const { t } = useLocale();
  const field = { form, type: "password", isRequired, autoComplete: "new-password" } as const;
  return (
    <>
      <FormField
        {...field}
        name="password_1"
        label={label}
        hint={t("account.passwordHint", { shortest: shortestPassword })}
      />
      <noscript>
        <FormField {...field} name="password_2" label={t("account.passwordAgain")} />
      </noscript>
    </>
  );
}
