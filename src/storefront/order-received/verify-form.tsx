import { use } from "react";
import { pageRequests } from "#http/guards/nonce-actions.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { useLocale } from "#ui/locale.tsx";
import { NoticesContext } from "../notices/fragments/notices.tsx";

interface VerifyFormProps {
  /** The page's own address, with the order's key. */
  action: string;
  nonce: string;
  /** True if the order has an email address that is accepted as an answer. */
  hasEmail: boolean;
}

/** Renders the form that verifies a guest's order by its phone number or email, with the error of a wrong answer. */
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
