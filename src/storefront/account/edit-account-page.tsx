import { routes } from "#routes";
import type { User } from "#shop/accounts/user.ts";
import { Button } from "#ui/button.tsx";
import { useLocale } from "#ui/locale.tsx";
import { AccountForm, FormField, type GuardedForm } from "./account-form.tsx";
import { NewPasswordFields } from "./new-password-fields.tsx";
import { EmailField, FirstNameField, PhoneField } from "./person-fields.tsx";
import { SessionList, type SessionListProps } from "./security/session-list.tsx";

interface EditAccountPageProps {
  user: User;
  details: GuardedForm;
  everywhere: GuardedForm;
  sessions: SessionListProps;
  /** Address of the newsletter's preferences, or of its form. */
  newsletter: string;
}

type DetailsProps = Pick<EditAccountPageProps, "user"> & { form: GuardedForm };

function NameFields({ user, form }: DetailsProps) {
  const { t } = useLocale();
  return (
    <>
      <div className="row">
        <FirstNameField form={form} known={user.firstName} name="account_first_name" isRequired={false} />
        <FormField
          form={form}
          known={user.lastName}
          name="account_last_name"
          label={t("account.lastName")}
          showsOptional
          autoComplete="family-name"
          maxLength={60}
        />
      </div>
      <div className="row">
        <EmailField form={form} known={user.email} name="account_email" description={t("account.details.emailHint")} />
        <PhoneField form={form} known={user.phone ?? ""} name="account_phone" />
      </div>
    </>
  );
}

function PasswordFields({ form }: Pick<DetailsProps, "form">) {
  const { t } = useLocale();
  return (
    <fieldset className="group">
      <legend>{t("account.details.passwordChange")}</legend>
      <p className="muted">{t("account.details.passwordChangeText")}</p>
      <FormField
        form={form}
        name="password_current"
        type="password"
        label={t("account.details.passwordCurrent")}
        autoComplete="current-password"
      />
      <div className="row">
        <NewPasswordFields form={form} label={t("account.reset.new")} isRequired={false} />
      </div>
    </fieldset>
  );
}

function DataAndSessions({ user, everywhere, sessions, newsletter }: Omit<EditAccountPageProps, "details">) {
  const { t } = useLocale();
  return (
    <section className="group account-data">
      <h2>{t("account.data")}</h2>
      {user.role !== "customer" && (
        <div>
          <p>{t("account.factor.linkText")}</p>
          <Button look="line" href={routes.secondFactor()}>
            {t("account.factor.link")}
          </Button>
        </div>
      )}
      <div>
        <p>{t("account.passkeys.linkText")}</p>
        <Button look="line" href={routes.passkeys()}>
          {t("account.passkeys.link")}
        </Button>
      </div>
      <div>
        <p>{t("account.programs.linkText")}</p>
        <Button look="line" href={routes.applicationPasswords()}>
          {t("account.programs.link")}
        </Button>
      </div>
      <div>
        <p>{t("account.newsletter.text")}</p>
        <Button look="line" href={newsletter}>
          {t("account.newsletter.link")}
        </Button>
      </div>
      <SessionList {...sessions} />
      <div>
        <p>{t("account.signOut.everywhereText")}</p>
        <AccountForm
          form={everywhere}
          action={routes.editAccount()}
          mark="sign_out_everywhere"
          look="line"
          button={t("account.signOut.everywhere")}
        />
      </div>
      <div>
        <p>{t("account.data.exportText")}</p>
        <Button look="line" href={routes.exportAccount()}>
          {t("account.data.export")}
        </Button>
      </div>
      <div>
        <p>{t("account.data.deleteText")}</p>
        <Button look="line" href={routes.deleteAccount()}>
          {t("account.data.delete")}
        </Button>
      </div>
    </section>
  );
}

/** Renders the account details: name, email, phone, password, sessions and deletion. */
export function EditAccountPage({ user, details, ...rest }: EditAccountPageProps) {
  const { t } = useLocale();
  return (
    <>
      <AccountForm
        form={details}
        action={routes.editAccount()}
        mark="save_account_details"
        button={t("account.details.save")}
        className="woocommerce-EditAccountForm edit-account"
        hidden={{ action: "save_account_details" }}
      >
        <NameFields user={user} form={details} />
        <PasswordFields form={details} />
      </AccountForm>
      <DataAndSessions user={user} {...rest} />
    </>
  );
}
