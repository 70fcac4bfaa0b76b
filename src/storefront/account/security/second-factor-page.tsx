import { routes } from "#routes";
import { useLocale } from "#ui/locale.tsx";
import { Notice } from "#ui/notice.tsx";
import { qrSvg } from "../../rendering/qr-svg.ts";
import { AccountForm, FormField, type GuardedForm } from "../account-form.tsx";

interface FactorFieldsProps {
  form: GuardedForm;
  codeName: string;
  passwordName: string;
}

/** Renders the fields for a code of the app, or a recovery code, and the password. */
function ProofFields({ form, codeName, passwordName }: FactorFieldsProps) {
  const { t } = useLocale();
  return (
    <>
      <FormField
        form={form}
        name={codeName}
        label={t("account.factor.anyCode")}
        isRequired
        autoComplete="one-time-code"
        maxLength={40}
      />
      <PasswordField form={form} name={passwordName} />
    </>
  );
}

function PasswordField({ form, name }: { form: GuardedForm; name: string }) {
  const { t } = useLocale();
  return (
    <FormField
      form={form}
      name={name}
      type="password"
      label={t("account.details.passwordCurrent")}
      isRequired
      autoComplete="current-password"
    />
  );
}

/** Renders the field for the six digits that the app shows. */
export function AppCodeField({ form, isRequired = true }: { form: GuardedForm; isRequired?: boolean }) {
  const { t } = useLocale();
  return (
    <FormField
      form={form}
      name="code"
      label={t("account.factor.code")}
      isRequired={isRequired}
      autoComplete="one-time-code"
      inputMode="numeric"
      maxLength={12}
    />
  );
}

interface SetUpFactorProps {
  form: GuardedForm;
  /** In base 32. */
  secret: string;
  /** The secret as the form sends it back. */
  sealed: string;
  /** For the app: otpauth://... */
  link: string;
  /** Whether the shop requires it before anything else. */
  isRequired: boolean;
  /** Whether a passkey is the second factor already; a recovery code proves it. */
  hasPasskey: boolean;
}

/** Renders the form that turns the second factor on. */
export function SetUpFactor({ form, secret, sealed, link, isRequired, hasPasskey }: SetUpFactorProps) {
  const { t } = useLocale();
  return (
    <>
      {isRequired && <Notice kind="info">{t("account.factor.required")}</Notice>}
      <p>{t("account.factor.text")}</p>
      <p>
        <a className="link" href={routes.passkeys()}>
          {t("account.factor.passkey")}
        </a>
      </p>
      <p>
        <img
          src={`data:image/svg+xml,${encodeURIComponent(qrSvg(link))}`}
          alt={t("account.factor.qr")}
          width={220}
          height={220}
        />
      </p>
      <p>
        {t("account.factor.secret")} <code className="factor-secret">{secret.match(/.{1,4}/g)?.join(" ")}</code>
      </p>
      <p>
        <a className="link" href={link}>
          {t("account.factor.open")}
        </a>
      </p>
      <AccountForm
        form={form}
        action={routes.secondFactor()}
        mark="set_up_factor"
        button={t("account.factor.turnOn")}
        hidden={{ factor_secret: sealed }}
      >
        <AppCodeField form={form} />
        {hasPasskey && (
          <FormField
            form={form}
            name="recovery_code"
            label={t("account.passkeys.recovery")}
            isRequired
            autoComplete="off"
            maxLength={40}
          />
        )}
        <PasswordField form={form} name="password_current" />
      </AccountForm>
    </>
  );
}

/** Renders recovery codes, which are shown only once. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const { t } = useLocale();
  return (
    <section className="group" aria-labelledby="recovery-codes">
      <h2 id="recovery-codes">{t("account.factor.codes")}</h2>
      <p role="status">{t("account.factor.codesText")}</p>
      <ul className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Renders the form that renews the recovery codes. @param codesLeft how many are left */
export function RenewCodes({ form, codesLeft }: { form: GuardedForm; codesLeft: number }) {
  const { t } = useLocale();
  return (
    <>
      <p>{t("account.factor.on", { count: codesLeft })}</p>
      <section className="group">
        <h2>{t("account.factor.renewTitle")}</h2>
        <p>{t("account.factor.renewText")}</p>
        <AccountForm
          form={form}
          action={routes.secondFactor()}
          mark="renew_recovery_codes"
          look="line"
          button={t("account.factor.renew")}
        >
          <ProofFields form={form} codeName="renew_code" passwordName="renew_password" />
        </AccountForm>
      </section>
    </>
  );
}

/** Renders the form that turns the codes of an app off. */
export function RemoveFactor({ form }: { form: GuardedForm }) {
  const { t } = useLocale();
  return (
    <section className="group">
      <h2>{t("account.factor.removeTitle")}</h2>
      <AccountForm
        form={form}
        action={routes.secondFactor()}
        mark="remove_factor"
        look="line"
        button={t("account.factor.remove")}
      >
        <ProofFields form={form} codeName="remove_code" passwordName="remove_password" />
      </AccountForm>
    </section>
  );
}
