import { use } from "react";
import { pageRequests } from "#http/guards/nonce-actions.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { useLocale } from "#ui/locale.tsx";
import { NoticesContext } from "../notices/fragments/notices.tsx";

interface VerifyFormProps {
  /** The page itself, with the order's key. */
  action: string;
  nonce: string;
  /** The order has an e-mail that may be told as well as its phone. */
  hasEmail: boolean;
}

/** Asks who holds the link of a guest's order for what only its buyer knows; what was wrong with an answer stands above it and beside it. */
export function VerifyForm({ action, nonce, hasEmail }: VerifyFormProps) {
  const { t } = useLocale();
  const refused = use(NoticesContext).find(({ isOrderAnswer }) => isOrderAnswer);
  return (
    <div className="done-main">
      <h1>{t("orders.verify")}</h1>
      <p className="lead">{t("orders.verifyText")}</p>
      <form className="woocommerce-form woocommerce-verify-email verify-order" action={action} method="post">
        <Field
          name={hasEmail ? "email" : "phone"}
          label={t(hasEmail ? "orders.verifyEither" : "orders.verifyPhone")}
          isRequired
          maxLength={254}
          autoComplete={hasEmail ? "on" : "tel"}
          {...(!hasEmail && { type: "tel" as const })}
          error={refused?.text}
        />
        <input type="hidden" name={pageRequests.verify_order.field} value={nonce} />
        <div>
          <Button type="submit" name="verify" value="1" className="woocommerce-button">
            {t("orders.verifyButton")}
          </Button>
        </div>
      </form>
    </div>
  );
}
