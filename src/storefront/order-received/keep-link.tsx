import { pageRequests } from "#http/guards/nonce-actions.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { useLocale } from "#ui/locale.tsx";

interface KeepLinkProps {
  /** This page's path, with the order's key. */
  path: string;
  /** Its absolute URL. */
  url: string;
  nonce: string;
}

/** Lets a guest without an email address keep the order's link: in a chat with themselves, or by a mail. */
export function KeepLink({ path, url, nonce }: KeepLinkProps) {
  const { t } = useLocale();
  return (
    <div className="keep-link">
      <p>
        <a className="link" href={`https://wa.me/?${new URLSearchParams({ text: url })}`} rel="noopener noreferrer">
          {t("orders.shareLink")}
        </a>
      </p>
      <form action={path} method="post">
        <Field name="email" label={t("orders.mailLink")} type="email" isRequired autoComplete="email" maxLength={254} />
        <input type="hidden" name={pageRequests.send_order_link.field} value={nonce} />
        <Button type="submit" look="line" name="send_order_link" value="1">
          {t("orders.mailLinkButton")}
        </Button>
      </form>
    </div>
  );
}
