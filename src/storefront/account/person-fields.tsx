import { useLocale } from "#ui/locale.tsx";
import { FormField, type GuardedForm } from "./account-form.tsx";

interface PersonFieldProps {
  form: GuardedForm;
  name: string;
  /** Set when it differs from the name. */
  id?: string;
  /** The saved value. */
  known?: string;
  description?: string;
  hint?: string;
}

/** Renders the first name field. */
export function FirstNameField({ isRequired = true, ...props }: PersonFieldProps & { isRequired?: boolean }) {
  const { t } = useLocale();
  return (
    <FormField
      {...props}
      label={t("account.firstName")}
      isRequired={isRequired}
      showsOptional={!isRequired}
      texts={{ required: t("account.fault.firstName.required") }}
      autoComplete="given-name"
      maxLength={60}
    />
  );
}

/** Renders the required email field; the address is also a sign-in name. */
export function EmailField(props: PersonFieldProps) {
  const { t } = useLocale();
  return (
    <FormField
      {...props}
      type="email"
      label={t("account.email")}
      isRequired
      autoComplete="email"
      maxLength={254}
      texts={{
        required: t("account.fault.email.required"),
        invalid: t("account.fault.email.invalid"),
        suggestion: t("shell.emailSuggestion", { domain: "%s" }),
      }}
    />
  );
}

/** Renders the optional phone field; the number is also a sign-in name. */
export function PhoneField(props: PersonFieldProps) {
  const { t } = useLocale();
  return (
    <FormField
      {...props}
      type="tel"
      label={t("account.phone")}
      description={t("account.phoneHint")}
      showsOptional
      autoComplete="tel"
      maxLength={30}
      texts={{ invalid: t("account.fault.phone.invalid") }}
    />
  );
}
