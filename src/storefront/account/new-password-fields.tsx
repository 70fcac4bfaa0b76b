import { minPasswordLength } from "#shop/accounts/profile/account-fields.rules.ts";
import { useLocale } from "#ui/locale.tsx";
import { FormField, type GuardedForm } from "./account-form.tsx";

interface NewPasswordFieldsProps {
  form: GuardedForm;
  label: string;
  /** False when the current password may be kept by leaving the field empty. */
  isRequired?: boolean;
}

/** Renders the fields for a new password. Without scripts there is no "show" button, so it is typed twice. */
export function NewPasswordFields({ form, label, isRequired = true }: NewPasswordFieldsProps) {
  const { t } = useLocale();
  const field = { form, type: "password", isRequired, autoComplete: "new-password" } as const;
  return (
    <>
      <FormField
        {...field}
        name="password_1"
        label={label}
        hint={t("account.passwordHint", { min: minPasswordLength })}
      />
      <noscript>
        <FormField {...field} name="password_2" label={t("account.passwordAgain")} />
      </noscript>
    </>
  );
}
