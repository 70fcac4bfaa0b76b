import { routes } from "#routes";
import { Button } from "#ui/button.tsx";
import { useLocale } from "#ui/locale.tsx";
import { NewsletterForm } from "./fragments/newsletter-form.tsx";

/** What the page shows: the form, also again after an error; that a mail was sent; or a mailed link and what it did. */
export type NewsletterState =
  | { name: "form"; email?: string; error?: "newsletter.invalid" | "newsletter.tooMany" }
  | { name: "confirm" | "stop"; action: string }
  | { name: "asked" | "confirmed" | "stopped" | "badLink" };

const offers = { confirm: "newsletter.confirmOffer", stop: "newsletter.stopOffer" } as const;

/** Renders the newsletter's page. Only a button changes something, because mail scanners open links. */
export function NewsletterPage({ state, shopName }: { state: NewsletterState; shopName: string }) {
  const { t } = useLocale();
  return (
    <div className="wrap woocommerce account-page account-narrow">
      <h1>{t("newsletter.title")}</h1>
      <Content state={state} shopName={shopName} />
    </div>
  );
}

function Content({ state, shopName }: { state: NewsletterState; shopName: string }) {
  const { t } = useLocale();
  switch (state.name) {
    case "form":
      return (
        <NewsletterForm
          id="newsletter-email"
          shopName={shopName}
          email={state.email ?? ""}
          error={state.error && t(state.error)}
        />
      );
    case "confirm":
    case "stop":
      return (
        <>
          <p>{t(offers[state.name])}</p>
          <form action={state.action} method="post">
            <Button type="submit">{t(`newsletter.${state.name}`)}</Button>
          </form>
        </>
      );
    case "asked":
    case "confirmed":
    case "stopped":
    case "badLink":
      return (
        <>
          <p role="status">{t(`newsletter.${state.name}`)}</p>
          <p>
            <Button href={state.name === "badLink" ? routes.newsletter() : routes.home()}>
              {t(state.name === "badLink" ? "newsletter.title" : "newsletter.toHome")}
            </Button>
          </p>
        </>
      );
  }
}
