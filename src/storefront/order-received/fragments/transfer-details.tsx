import type { BankAccount, Transfer } from "#shop/payments/bank-transfer.ts";
import { formatDay } from "#ui/day.tsx";
import { useLocale } from "#ui/locale.tsx";

function Account({ account }: { account: BankAccount }) {
  const { t } = useLocale();
  const rows = [
    [t("orders.transfer.holder"), account.holder],
    [t("orders.transfer.bank"), account.bank],
    [t("orders.transfer.number"), account.number],
    [t("orders.transfer.iban"), account.iban],
    [t("orders.transfer.code"), account.code],
  ].filter(([, value]) => value !== "");
  return (
    <dl className="wc-bacs-bank-details bacs_details transfer-account">
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd dir="auto">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Where the money goes, and the number that comes with it. */
export function TransferDetails({ transfer, orderId }: { transfer: Transfer; orderId: number }) {
  const { t, lang } = useLocale();
  return (
    <section className="woocommerce-bacs-bank-details transfer" aria-labelledby="transfer-heading">
      <h3 id="transfer-heading">{t("orders.transfer")}</h3>
      {transfer.instructions && <p>{transfer.instructions}</p>}
      {transfer.accounts.map((account, index) => (
        <Account key={index} account={account} />
      ))}
      <p>
        {t("orders.transfer.reference")} <b className="num">{orderId}</b>
      </p>
      {transfer.payBy && <p>{t("orders.transfer.payBy", { day: formatDay(transfer.payBy, lang) })}</p>}
    </section>
  );
}
