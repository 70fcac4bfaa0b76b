import type { ComponentProps, ReactNode } from "react";
import { proofField } from "#http/guards/proof-of-work.ts";
import type { RefusedForm } from "#http/visit/refused-form.ts";
import { routes } from "#routes";
import { Button } from "#ui/button.tsx";
import { ErrorSummary } from "#ui/error-summary.tsx";
import { Field } from "#ui/field.tsx";
import { useLocale } from "#ui/locale.tsx";
import { Notice } from "#ui/notice.tsx";

/** A form with its nonce and, after a refusal, the typed values and errors. */
export interface GuardedForm {
  nonceField: string;
  nonce: string;
  refused: RefusedForm | undefined;
  /** Other hidden fields that every form of this user carries. */
  hidden?: Readonly<Record<string, string>>;
  /** True when the values were typed before the user signed in again and are not saved yet. */
  isUnsent?: boolean;
}

interface AccountFormProps {
  form: GuardedForm;
  /** Address that the form is sent to: its own page. */
  action: string;
  /** Name of the button, which identifies the form. */
  mark: string;
  button: string;
  /** Name of the button for screen readers, where several forms have the same button. */
  buttonLabel?: string;
  /** Style of the button; "line" when the form is not the main purpose of the page. */
  look?: "main" | "line";
  className?: string;
  /** Other hidden fields. */
  hidden?: Readonly<Record<string, string>>;
  /** Shown next to the button. */
  after?: ReactNode;
  children?: ReactNode;
}

/** Renders a form of the account pages: errors on top, its fields, one button. */
export function AccountForm(props: AccountFormProps) {
  const {
    form,
    action,
    mark,
    button,
    buttonLabel,
    look = "main",
    className = "",
    hidden = {},
    after,
    children,
  } = props;
  const { t } = useLocale();
  return (
    <form className={`woocommerce-form account-form ${className}`.trim()} action={action} method="post" noValidate>
      <ErrorSummary errors={form.refused?.errors ?? []} />
      {form.isUnsent && <Notice kind="info">{t("account.form.unsent")}</Notice>}
      {children}
      {Object.entries({ ...form.hidden, ...hidden, [form.nonceField]: form.nonce }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {form.refused?.challenge && <ProofOfWork challenge={form.refused.challenge} />}
      <div className="account-form-end">
        <Button look={look} type="submit" name={mark} value="1" className="woocommerce-Button" aria-label={buttonLabel}>
          {button}
        </Button>
        {after}
      </div>
    </form>
  );
}

/** Renders the field for the proof of work, which the browser fills in, and the way for those without scripts. */
function ProofOfWork({ challenge }: { challenge: string }) {
  const { t } = useLocale();
  return (
    <div className="account-form-proof" data-challenge={challenge}>
      <input type="hidden" name={proofField} />
      <p role="status" data-working={t("account.proof.working")} />
      <noscript>
        <p>
          {t("account.proof.noScript")} <a href={routes.lostPassword()}>{t("account.proof.mail")}</a>
        </p>
      </noscript>
    </div>
  );
}

type FormFieldProps = Omit<ComponentProps<typeof Field>, "value" | "error"> & {
  form: GuardedForm;
  /** Initial value, unless something was typed. */
  known?: string;
};

/** Renders a field with its typed value and its error. */
export function FormField({ form: { refused }, known = "", ...field }: FormFieldProps) {
  const controlId = field.id ?? field.name;
  const error = refused?.errors.find((one) => one.controlId === controlId)?.message;
  return <Field {...field} value={refused?.typed[field.name] ?? known} error={error} />;
}
