import { isSecureOrigin } from "#http/guards/allowed-host.ts";
import { routes } from "#routes";
import {
  type ApplicationPassword,
  listApplicationPasswords,
  type MadePassword,
  maxNameOfPassword,
} from "#shop/accounts/application-passwords/application-passwords.ts";
import { hasSecondFactor } from "#shop/accounts/second-factor/second-factor.ts";
import { Day } from "#ui/day.tsx";
import { Icon } from "#ui/icon.tsx";
import { useLocale } from "#ui/locale.tsx";
import { Notice } from "#ui/notice.tsx";
import { AccountForm, FormField, type GuardedForm } from "../account-form.tsx";
import type { AccountPart, AccountRequest } from "../account-request.ts";
import { userForm } from "../account-view.ts";
import { Proof } from "./passkey-forms.tsx";

/** Loads the page on which users create and revoke application passwords. */
export async function applicationPasswordsPart(given: AccountRequest): Promise<AccountPart> {
  const { services, visit, user, t } = given;
  const [passwords, needsCode, make, revoke] = await Promise.all([
    listApplicationPasswords(services.db, user.id),
    hasSecondFactor(services.db, user.id),
    userForm(given, "make_application_password"),
    userForm(given, "revoke_application_password"),
  ]);
  // Programs name themselves in a link to this page.
  const asked = new URLSearchParams(visit.request.url.replace(/^[^?]*/, "")).get("app_name") ?? "";
  return {
    current: "edit-account",
    title: t("account.programs.title"),
    content: (
      <>
        {visit.applicationPassword && <NewPassword {...visit.applicationPassword} email={user.email} />}
        <p>{t("account.programs.text")}</p>
        {!isSecureOrigin(visit.siteUrl) && <Notice kind="info">{t("account.programs.noHttps")}</Notice>}
        {passwords.length > 0 && <Programs form={revoke} passwords={passwords} />}
        <section className="group">
          <h2>{t("account.programs.makeTitle")}</h2>
          <AccountForm
            form={make}
            action={routes.applicationPasswords()}
            mark="make_application_password"
            button={t("account.programs.make")}
          >
            <FormField
              form={make}
              name="program_name"
              label={t("account.programs.name")}
              hint={t("account.programs.nameHint")}
              known={asked.slice(0, maxNameOfPassword)}
              isRequired
              autoComplete="off"
              maxLength={maxNameOfPassword}
            />
            <Proof form={make} prefix="program" needsCode={needsCode} />
          </AccountForm>
        </section>
      </>
    ),
  };
}

/** Shows a password once. */
function NewPassword({ made, password, email }: MadePassword & { email: string }) {
  const { t } = useLocale();
  return (
    <section className="group" aria-labelledby="new-application-password">
      <h2 id="new-application-password">{t("account.programs.newTitle")}</h2>
      <p role="status">{t("account.programs.made", { name: made.name })}</p>
      <p className="factor-secret">
        <code dir="ltr">{password}</code>
      </p>
      <p>{t("account.programs.login", { email })}</p>
    </section>
  );
}

/** Lists the passwords as the form that revokes one. */
function Programs({ form, passwords }: { form: GuardedForm; passwords: readonly ApplicationPassword[] }) {
  const { t } = useLocale();
  const error = form.refused?.errors.find(({ controlId }) => controlId === "program_id")?.message;
  return (
    <section className="group">
      <h2>{t("account.programs.own")}</h2>
      <AccountForm
        form={form}
        action={routes.applicationPasswords()}
        mark="revoke_application_password"
        look="line"
        button={t("account.programs.revoke")}
      >
        <fieldset id="program_id" className="passkeys" tabIndex={-1} aria-describedby={error && "program_id-error"}>
          <legend>{t("account.programs.choose")}</legend>
          {error && (
            <span className="err" id="program_id-error">
              <Icon name="alert" isSmall />
              {error}
            </span>
          )}
          {passwords.map((one) => (
            <Program key={one.uuid} {...one} />
          ))}
        </fieldset>
      </AccountForm>
    </section>
  );
}

function Program({ uuid, name, createdAt, usedAt, usedFrom }: ApplicationPassword) {
  const { t } = useLocale();
  return (
    <label className="choice">
      <input type="radio" name="program_id" value={uuid} />
      <span>
        <bdi>{name}</bdi>
        <br />
        <span className="muted">
          {t("account.programs.addedOn")} <Day date={createdAt} />,{" "}
          {usedAt ? (
            <>
              {t("account.programs.usedOn")} <Day date={usedAt} />{" "}
              {t("account.programs.usedFrom", { address: usedFrom })}
            </>
          ) : (
            t("account.programs.neverUsed")
          )}
        </span>
      </span>
    </label>
  );
}
