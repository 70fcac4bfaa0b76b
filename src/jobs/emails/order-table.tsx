import { useLocale } from "#ui/locale.tsx";
import { styles } from "./mail-styles.ts";
import type { OrderFacts } from "./order-facts.ts";

/** Order number, date and payment; line items; totals; addresses; note. */
export function OrderTable({ facts }: { facts: OrderFacts }) {
  return (
    <>
      <p className="m-muted" style={styles.heads}>
        {facts.heads.map(({ label, value }) => (
          <span key={label}>
            {label}: <strong>{value}</strong>
            <br />
          </span>
        ))}
      </p>
      {facts.paymentRequest && <PaymentRequest request={facts.paymentRequest} />}
      <table className="m-rule" style={styles.table}>
        <Lines facts={facts} />
        <Sums facts={facts} />
      </table>
      <AddressesAndNote facts={facts} />
    </>
  );
}

function PaymentRequest({ request }: { request: NonNullable<OrderFacts["paymentRequest"]> }) {
  const { title, text, accounts, reference, deadline } = request;
  return (
    <div className="m-line" style={styles.panel}>
      <h2 style={styles.label}>{title}</h2>
      {text && <p style={styles.note}>{text}</p>}
      {accounts.map((rows, index) => (
        <p key={index} style={styles.address}>
          {rows.map(({ label, value }) => (
            <span key={label}>
              {label}: <strong>{value}</strong>
              <br />
            </span>
          ))}
        </p>
      ))}
      <p style={styles.last}>
        <strong>{reference}</strong>
        {deadline && (
          <>
            <br />
            {deadline}
          </>
        )}
      </p>
    </div>
  );
}

function Lines({ facts }: { facts: OrderFacts }) {
  return (
    <tbody>
      {facts.lines.map((line, index) => (
        <tr key={index}>
          <th className="m-line" style={styles.product} scope="row">
            <strong>{line.name}</strong>
            <br />
            <span className="m-muted" style={styles.small}>
              {[line.choices, `× ${line.quantity}`].filter(Boolean).join(" ")}
            </span>
          </th>
          <td className="m-line" style={styles.amount}>
            {line.amount}
          </td>
        </tr>
      ))}
    </tbody>
  );
}

function Sums({ facts: { sums, total } }: { facts: OrderFacts }) {
  return (
    <tfoot>
      {sums.map(({ label, value }, index) => (
        <tr key={index}>
          <th style={styles.sumLabel} scope="row">
            {label}
          </th>
          <td style={styles.sumAmount}>{value}</td>
        </tr>
      ))}
      <tr>
        <th className="m-rule" style={styles.totalLabel} scope="row">
          {total.label}
        </th>
        <td className="m-rule" style={styles.totalAmount}>
          {total.value}
          {total.note && (
            <>
              <br />
              <span className="m-muted" style={styles.small}>
                {total.note}
              </span>
            </>
          )}
        </td>
      </tr>
    </tfoot>
  );
}

function AddressesAndNote({ facts }: { facts: OrderFacts }) {
  const { t } = useLocale();
  return (
    <>
      {facts.addresses.map(({ title, lines }) => (
        <div key={title} style={facts.addresses.length > 1 ? styles.box : undefined}>
          <h2 style={styles.label}>{title}</h2>
          <address style={styles.address}>
            {lines.map((line, index) => (
              <span key={index}>
                {line}
                <br />
              </span>
            ))}
          </address>
        </div>
      ))}
      {facts.note && (
        <div>
          <h2 style={styles.label}>{t("mail.note")}</h2>
          <p style={styles.note}>{facts.note}</p>
        </div>
      )}
    </>
  );
}
