import { routes } from "#routes";
import type { Passkey } from "#shop/accounts/passkeys/passkeys.ts";
import { Day } from "#ui/day.tsx";
import { Icon } from "#ui/icon.tsx";
import { useLocale } from "#ui/locale.tsx";
import { AccountForm, FormField, type GuardedForm } from "../account-form.tsx";

/** What the browser needs to use a passkey. */
export interface PasskeyRequest {
  challenge: string;
  /** The host's name that passkeys of this shop belong to. */
  host: string;
}

/** The part of a form where its script finds what to ask the browser for. */
function PasskeyPlace({ kind, data }: { kind: "get" | "create"; data: PasskeyRequest & Record<string, string> }) {
  const { t } = useLocale();
  const attributes = Object.fromEntries(Object.entries(data).map(([name, value]) => [`data-passkey-${name}`, value]));
  return (
    <div data-passkey={kind} data-passkey-failed={t("account.passkeys.failed")} {...attributes}>
      <p role="status" />
    </div>
  );
}

interface PasskeySignInProps {
  form: GuardedForm;
  request: PasskeyRequest;
  /** Path to go to afterwards; "" for the account page. */
  leadsTo: string;
  isRemembered?: boolean;
}

/** Renders the button that signs in with a passkey; hidden until a script finds that the browser has passkeys. */
export function PasskeySignIn({ form, request, leadsTo, isRemembered = false }: PasskeySignInProps) {
  const { t } = useLocale();
  return (
    <div data-passkey-frame hidden>
      <AccountForm
        form={form}
        action={routes.account()}
        mark="passkey_sign_in"
        look="line"
        button={t("account.passkeys.signIn")}
        hidden={{ ...(leadsTo && { redirect: leadsTo }), ...(isRemembered && { rememberme: "forever" }) }}
      >
        <PasskeyPlace kind="get" data={{ ...request }} />
      </AccountForm>
    </div>
  );
}

interface AddPasskeyProps {
  form: GuardedForm;
  request: PasskeyRequest;
  shopName: string;
  user: { id: number; email: string };
  passkeys: readonly Passkey[];
  /** What a user with a second factor proves it with; null for others. */
  proof: { hasApp: boolean } | null;
}

/** Renders the form that adds a passkey. A user with a second factor types a code, or confirms with another passkey. */
export function AddPasskey({ form, request, shopName, user, passkeys, proof }: AddPasskeyProps) {
  const { t } = useLocale();
  const canConfirm = proof !== null && passkeys.length > 0;
  const data = {
    ...(canConfirm && { confirm: "passkey_code" }),
    ...request,
    shop: shopName,
    user: String(user.id),
    email: user.email,
    known: passkeys.map(({ credentialId }) => credentialId).join(" "),
  };
  return (
    <section className="group">
      <h2>{t("account.passkeys.addTitle")}</h2>
      <noscript>
        <p>{t("account.passkeys.noScript")}</p>
      </noscript>
      <div data-passkey-frame hidden>
        <AccountForm form={form} action={routes.passkeys()} mark="add_passkey" button={t("account.passkeys.add")}>
          <FormField
            form={form}
            name="passkey_name"
            label={t("account.passkeys.name")}
            hint={t("account.passkeys.nameHint")}
            showsOptional
            autoComplete="off"
            maxLength={60}
          />
          {canConfirm && <p>{t("account.passkeys.confirm")}</p>}
          <Proof
            form={form}
            prefix="passkey"
            needsCode={proof !== null}
            codeLabel={proof?.hasApp === false ? t("account.passkeys.recovery") : t("account.factor.anyCode")}
            isCodeOptional={canConfirm}
          />
          <PasskeyPlace kind="create" data={data} />
        </AccountForm>
      </div>
    </section>
  );
}

interface RemovePasskeyProps {
  form: GuardedForm;
  passkeys: readonly Passkey[];
  needsCode: boolean;
}

/** Renders the list of passkeys as the form that removes one of them. */
export function RemovePasskey({ form, passkeys, needsCode }: RemovePasskeyProps) {
  const { t } = useLocale();
  const error = form.refused?.errors.find(({ controlId }) => controlId === "passkey_id")?.message;
  return (
    <section className="group">
      <h2>{t("account.passkeys.own")}</h2>
      <AccountForm
        form={form}
        action={routes.passkeys()}
        mark="remove_passkey"
        look="line"
        button={t("account.passkeys.remove")}
      >
        <fieldset id="passkey_id" className="passkeys" tabIndex={-1} aria-describedby={error && "passkey_id-error"}>
          <legend>{t("account.passkeys.choose")}</legend>
          {error && (
            <span className="err" id="passkey_id-error">
              <Icon name="alert" isSmall />
              {error}
            </span>
          )}
          {passkeys.map(({ id, name, createdAt, usedAt }) => (
            <label key={id} className="choice">
              <input
                type="radio"
                name="passkey_id"
                value={id}
                defaultChecked={form.refused?.typed.passkey_id === String(id)}
              />
              <span>
                <bdi>{name}</bdi>
                <br />
                <span className="muted">
                  {t("account.passkeys.addedOn")} <Day date={createdAt} />
                  {usedAt && (
                    <>
                      , {t("account.passkeys.usedOn")} <Day date={usedAt} />
                    </>
                  )}
                </span>
              </span>
            </label>
          ))}
        </fieldset>
        <Proof form={form} prefix="remove" needsCode={needsCode} />
      </AccountForm>
    </section>
  );
}

interface ProofProps {
  form: GuardedForm;
  /** Of the fields' names. */
  prefix: "passkey" | "remove" | "program";
  needsCode: boolean;
  codeLabel?: string;
  isCodeOptional?: boolean;
}

/** Renders the fields that prove who is changing passkeys or application passwords. */
export function Proof({ form, prefix, needsCode, codeLabel, isCodeOptional = false }: ProofProps) {
  const { t } = useLocale();
  return (
    <>
      {needsCode && (
        <FormField
          form={form}
          name={`${prefix}_code`}
          label={codeLabel ?? t("account.factor.anyCode")}
          isRequired={!isCodeOptional}
          showsOptional={isCodeOptional}
          autoComplete="one-time-code"
          maxLength={40}
        />
      )}
      <FormField
        form={form}
        name={`${prefix}_password`}
        type="password"
        label={t("account.details.passwordCurrent")}
        isRequired
        autoComplete="current-password"
      />
    </>
  );
}
