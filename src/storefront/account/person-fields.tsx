import { useLocale } from "#ui/locale.tsx";
import { FormField, type GuardedForm } from "./account-form.tsx";

interface PersonFieldProps {
  form: GuardedForm;
  name: string;
  /** When it differs from the name. */
  id?: string;
  /** What the shop knows. */
  known?: string;
  description?: string;
  hint?: string;
}

/** What somebody is called by. */
export function FirstNameField({ isRequired = true, ...props }: PersonFieldProps & { isRequired?: boolean }) {
  const { t } = useLocale();
  return (
    <FormField
      {...props}
      label={t("account.firstName")}
      isRequired={isRequired}
      showsOptional={!isRequired}
      autoComplete="given-name"
      maxLength={60}
    />
  );
}

/** The address that mails go to and that one signs in by; must be filled in. */
export function EmailField(props: PersonFieldProps) {
  const { t } = useLocale();
  return (
    <FormField {...props} type="email" label={t("account.email")} isRequired autoComplete="email" maxLength={254} />
  );
}

/** The number that one may sign in by; may be left empty. */
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
    />
  );
}
