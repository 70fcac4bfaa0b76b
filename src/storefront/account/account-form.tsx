import type { ComponentProps, ReactNode } from "react";
import type { RefusedForm } from "#http/visit/refused-form.ts";
import { Button } from "#ui/button.tsx";
import { ErrorSummary } from "#ui/error-summary.tsx";
import { Field } from "#ui/field.tsx";
import { useLocale } from "#ui/locale.tsx";
import { Notice } from "#ui/notice.tsx";

/** A form that proves by a nonce where it comes from, and what was refused of it, if it was. */
export interface GuardedForm {
  /** Name and value of the nonce's field. */
  nonceField: string;
  nonce: string;
  refused: RefusedForm | undefined;
  /** What else goes along unseen with every form of this reader. */
  hidden?: Readonly<Record<string, string>>;
  /** What is in it was typed before its reader signed in again, and is not saved. */
  isUnsent?: boolean;
}

interface AccountFormProps {
  form: GuardedForm;
  /** Where it is sent: the page that shows it. */
  action: string;
  /** The field that names it: its button. */
  mark: string;
  button: string;
  /** Of the button; "line" where it is not what the page is for. */
  look?: "main" | "line";
  className?: string;
  /** What else goes along unseen. */
  hidden?: Readonly<Record<string, string>>;
  /** Beside the button. */
  after?: ReactNode;
  children?: ReactNode;
}

/** A form of the account pages: errors on top, its fields, one button. */
export function AccountForm(props: AccountFormProps) {
  const { form, action, mark, button, look = "main", className = "", hidden = {}, after, children } = props;
  const { t } = useLocale();
  return (
    <form className={`woocommerce-form account-form ${className}`.trim()} action={action} method="post" noValidate>
      <ErrorSummary errors={form.refused?.errors ?? []} />
      {form.isUnsent && <Notice kind="info">{t("account.form.unsent")}</Notice>}
      {children}
      {Object.entries({ ...form.hidden, ...hidden, [form.nonceField]: form.nonce }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className="account-form-end">
        <Button look={look} type="submit" name={mark} value="1" className="woocommerce-Button">
          {button}
        </Button>
        {after}
      </div>
    </form>
  );
}

type FormFieldProps = Omit<ComponentProps<typeof Field>, "value" | "error"> & {
  form: GuardedForm;
  /** What stands in it unless something was typed. */
  known?: string;
};

/** One field with what was typed and what was wrong with it. */
export function FormField({ form: { refused }, known = "", ...field }: FormFieldProps) {
  const controlId = field.id ?? field.name;
  const error = refused?.errors.find((one) => one.controlId === controlId)?.message;
  return <Field {...field} value={refused?.typed[field.name] ?? known} error={error} />;
}
