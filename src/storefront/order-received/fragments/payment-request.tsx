import { deadlineZone, type PaymentRequest } from "#shop/payments/prepayment.ts";
import { formatDay } from "#ui/day.tsx";
import { useLocale } from "#ui/locale.tsx";

/** Renders the accounts to pay into and the reference to quote. */
export function PaymentRequestDetails({ request, orderId }: { request: PaymentRequest; orderId: number }) {
  const { t, lang } = useLocale();
  const { title, text, accounts, reference, deadline, payBy, classNames } = request;
  return (
    <section className={`${classNames.section} transfer`} aria-labelledby="transfer-heading">
      <h3 id="transfer-heading">{t(title)}</h3>
      {text && <p>{text}</p>}
      {accounts.map((rows, index) => (
        <dl key={index} className={`${classNames.account} transfer-account`}>
          {rows.map(({ label, value }) => (
            <div key={label}>
              <dt>{t(label)}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ))}
        </dl>
      ))}
      <p>
        {t(reference)} <b className="num">{orderId}</b>
      </p>
      {payBy && <p>{t(deadline, { day: formatDay(payBy, lang, deadlineZone) })}</p>}
    </section>
  );
}
