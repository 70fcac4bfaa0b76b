import { routes } from "#routes";
import { newsletterKinds, type Preferences } from "#shop/newsletter/preferences.ts";
import { Button } from "#ui/button.tsx";
import { useLocale } from "#ui/locale.tsx";
import { AccountFrame, type AccountFrameProps } from "../account/fragments/account-frame.tsx";
import { EmailField, NewsletterForm, type SubscribeSettings } from "./fragments/newsletter-form.tsx";

/**
 * What the page shows: the form, or the one that mails a link to the preferences (`find`), also again after an error; that a mail was
 * sent; a mailed link and what it did; or the preferences.
 */
export type NewsletterState =
  | { name: "form" | "find"; email?: string; error?: "newsletter.invalid" | "newsletter.tooMany" }
  | { name: "confirm" | "stop"; action: string }
  | { name: "preferences"; preferences: Preferences; isSaved: boolean }
  | { name: "asked" | "found" | "confirmed" | "already" | "stopped" | "badLink" };

const offers = { confirm: "newsletter.confirmOffer", stop: "newsletter.stopOffer" } as const;

interface NewsletterPageProps {
  state: NewsletterState;
  settings: SubscribeSettings;
  /** What the account's frame needs; null: the visitor is not signed in, or the page is about another address. */
  account: Pick<AccountFrameProps, "path" | "signOutHref"> | null;
}

/** Renders the newsletter's page. Only a button changes something, because mail scanners open links. */
export function NewsletterPage({ account, ...content }: NewsletterPageProps) {
  const { t } = useLocale();
  return account ? (
    <AccountFrame current="edit-account" title={t("newsletter.title")} {...account}>
      <Content {...content} />
    </AccountFrame>
  ) : (
    <div className="wrap woocommerce account-page account-narrow">
      <h1>{t("newsletter.title")}</h1>
      <Content {...content} />
    </div>
  );
}

function Content({ state, settings }: Omit<NewsletterPageProps, "account">) {
  const { t } = useLocale();
  switch (state.name) {
    case "form":
      return (
        <NewsletterForm
          id="newsletter-email"
          settings={settings}
          email={state.email ?? ""}
          error={state.error && t(state.error)}
        />
      );
    case "find":
      return (
        <form className="newsletter-form" action={routes.findNewsletter()} method="post">
          <EmailField
            id="newsletter-email"
            email={state.email ?? ""}
            error={state.error && t(state.error)}
            hint={t("newsletter.findHint")}
          />
          <Button type="submit">{t("newsletter.find")}</Button>
        </form>
      );
    case "preferences":
      return <PreferencesForm {...state} />;
    case "confirm":
    case "stop":
      return (
        <form className="newsletter-form" action={state.action} method="post">
          <p>{t(offers[state.name])}</p>
          <Button type="submit">{t(`newsletter.${state.name}`)}</Button>
        </form>
      );
    case "asked":
    case "found":
    case "confirmed":
    case "already":
    case "stopped":
    case "badLink":
      return (
        <>
          <p role="status">{t(`newsletter.${state.name}`)}</p>
          <p>
            <Button href={state.name === "badLink" ? routes.newsletter() : routes.home()}>
              {t(state.name === "badLink" ? "newsletter.subscribe" : "newsletter.toHome")}
            </Button>
          </p>
        </>
      );
  }
}

/** Lets a subscriber choose what they get. The token in its address is the right to do so. */
function PreferencesForm({ preferences: { token, kinds }, isSaved }: { preferences: Preferences; isSaved: boolean }) {
  const { t } = useLocale();
  return (
    <>
      {isSaved && <p role="status">{t("newsletter.saved")}</p>}
      <form className="newsletter-form" action={routes.newsletterPreferences(token)} method="post">
        <fieldset>
          <legend>{t("newsletter.choose")}</legend>
          {newsletterKinds.map((kind) => (
            <label key={kind} className="choice">
              <input type="checkbox" name="kinds" value={kind} defaultChecked={kinds.includes(kind)} />
              <span>{t(`newsletter.kind.${kind}`)}</span>
            </label>
          ))}
        </fieldset>
        <Button type="submit">{t("newsletter.save")}</Button>
      </form>
      <form className="newsletter-form" action={routes.stopNewsletter(token)} method="post">
        <p>{t("newsletter.stopOffer")}</p>
        <Button look="line" type="submit">
          {t("newsletter.stop")}
        </Button>
      </form>
    </>
  );
}
