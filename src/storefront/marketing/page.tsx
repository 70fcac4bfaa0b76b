import { routes } from "#routes";
import { Button } from "#ui/button.tsx";
import { useLocale } from "#ui/locale.tsx";

/**
 * What the page of a mailed link shows: the offer to end such mails or to restore a cart, or what came of it. Only a button
 * changes something, because mail scanners open links.
 */
export type MailedLinkState =
  | { name: "stop" | "cart"; token: string }
  | { name: "stopped" }
  /** The link to a cart no longer works. */
  | { name: "gone" };

/** Renders the page of a mailed link. */
export function MailedLinkPage({ state }: { state: MailedLinkState }) {
  const { t } = useLocale();
  const isCart = state.name === "cart" || state.name === "gone";
  return (
    <div className="wrap woocommerce account-page account-narrow">
      <h1>{t(isCart ? "marketing.cartTitle" : "marketing.stopTitle")}</h1>
      <Content state={state} />
    </div>
  );
}

function Content({ state }: { state: MailedLinkState }) {
  const { t } = useLocale();
  switch (state.name) {
    case "stop":
      return (
        <>
          <p>{t("marketing.stopOffer")}</p>
          <form action={routes.stopMarketing(state.token)} method="post">
            <Button type="submit">{t("marketing.stop")}</Button>
          </form>
        </>
      );
    case "stopped":
      return (
        <>
          <p role="status">{t("marketing.stopped")}</p>
          <p>
            <Button href={routes.home()}>{t("marketing.toHome")}</Button>
          </p>
        </>
      );
    case "cart":
      return (
        <>
          <p>{t("marketing.cartOffer")}</p>
          <form action={routes.cart()} method="post">
            <input type="hidden" name="chowk_restore_cart" value={state.token} />
            <Button type="submit">{t("marketing.cartRestore")}</Button>
          </form>
        </>
      );
    case "gone":
      return (
        <>
          <p role="status">{t("marketing.cartGone")}</p>
          <p>
            <Button href={routes.shop()}>{t("marketing.toShop")}</Button>
          </p>
        </>
      );
  }
}
