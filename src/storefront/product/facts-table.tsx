import type { ProductDetail } from "#shop/catalogue/product.ts";
import { useLocale } from "#ui/locale.tsx";

/** Renders the facts table, styled like the label on the bottle. */
export function FactsTable({ facts }: Pick<ProductDetail, "facts">) {
  const { t } = useLocale();
  return (
    <table className="label-table">
      <caption className="vh">{t("product.facts")}</caption>
      <tbody>
        {facts.map(({ label, value }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
