import { useLocale } from "#ui/locale.tsx";
import type { OrderFacts } from "./order-facts.ts";

const styles = {
  table: { width: "100%", margin: "24px 0", borderCollapse: "collapse", borderTop: "2px solid #1f1d18" },
  cell: { padding: "8px 0", borderBottom: "1px solid #d9d5c9", textAlign: "start", verticalAlign: "top" },
  number: { padding: "8px 0 8px 16px", borderBottom: "1px solid #d9d5c9", textAlign: "end", verticalAlign: "top" },
  address: { margin: "0 0 24px", fontStyle: "normal" },
  label: { margin: "0 0 4px", fontSize: 16 },
} as const;

/** Number, date and payment; the lines; the sums; the addresses; the note. */
export function OrderTable({ facts }: { facts: OrderFacts }) {
  const { t } = useLocale();
  return (
    <>
      <p>
        {facts.heads.map(({ label, value }) => (
          <span key={label}>
            {label}: <strong>{value}</strong>
            <br />
          </span>
        ))}
      </p>
      <table style={styles.table}>
        <thead>
          <tr>
            <th style={styles.cell}>{t("mail.product")}</th>
            <th style={styles.number}>{t("mail.quantity")}</th>
            <th style={styles.number}>{t("mail.amount")}</th>
          </tr>
        </thead>
        <tbody>
          {facts.lines.map((line, index) => (
            <tr key={index}>
              <td style={styles.cell}>{line.what}</td>
              <td style={styles.number}>{line.quantity}</td>
              <td style={styles.number}>{line.amount}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          {facts.sums.map(({ label, value }) => (
            <tr key={label}>
              <th style={styles.cell} colSpan={2}>
                {label}
              </th>
              <td style={styles.number}>{value}</td>
            </tr>
          ))}
        </tfoot>
      </table>
      <AddressesAndNote facts={facts} />
    </>
  );
}

function AddressesAndNote({ facts }: { facts: OrderFacts }) {
  const { t } = useLocale();
  return (
    <>
      {facts.addresses.map(({ title, lines }) => (
        <div key={title}>
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
          <p style={{ whiteSpace: "pre-line" }}>{facts.note}</p>
        </div>
      )}
    </>
  );
}
