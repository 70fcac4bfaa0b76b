import { routes } from "#routes";
import { browserName } from "#shop/accounts/sessions/browser-name.rules.ts";
import type { ListedSession } from "#shop/accounts/sessions/user-sessions.ts";
import { formatDay } from "#ui/day.tsx";
import { useLocale } from "#ui/locale.tsx";
import { AccountForm, type GuardedForm } from "../account-form.tsx";

export interface SessionListProps {
  form: GuardedForm;
  /** All sessions of the user. */
  sessions: readonly ListedSession[];
  /** The id of the session that looks at the page. */
  ownId: number | undefined;
}

/** Renders the user's sessions, each with a button that ends it. */
export function SessionList({ form, sessions, ownId }: SessionListProps) {
  const { t } = useLocale();
  return (
    <div className="account-sessions">
      <h3>{t("account.sessions")}</h3>
      <ul>
        {sessions.map((session) => (
          <SessionRow key={session.id} form={form} session={session} isOwn={session.id === ownId} />
        ))}
      </ul>
    </div>
  );
}

function SessionRow({ form, session, isOwn }: { form: GuardedForm; session: ListedSession; isOwn: boolean }) {
  const { t, lang, timeZone } = useLocale();
  const { browser, system } = browserName(session.agent);
  const name =
    browser && system
      ? t("account.sessions.browserOn", { browser, system })
      : browser || system || t("account.sessions.unknown");
  const signedIn = formatDay(session.signedInAt, lang, timeZone);
  const seen = formatDay(session.lastSeenAt, lang, timeZone);
  return (
    <li>
      <p>
        <b>{name}</b>
        <br />
        <span className="muted">{t("account.sessions.times", { signedIn, seen })}</span>
      </p>
      {isOwn ? (
        <p>{t("account.sessions.this")}</p>
      ) : (
        <AccountForm
          form={form}
          action={routes.editAccount()}
          mark="end_session"
          look="line"
          button={t("account.sessions.end")}
          buttonLabel={t("account.sessions.endLabel", { name, signedIn })}
          hidden={{ session_id: String(session.id) }}
        />
      )}
    </li>
  );
}
