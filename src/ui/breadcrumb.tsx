import { useLocale } from "./locale.tsx";

export interface Crumb {
  label: string;
  /** Missing on the page itself. */
  href?: string;
}

/** The way down to this page; the last crumb is the page and no link. */
export function Breadcrumb({ crumbs }: { crumbs: readonly Crumb[] }) {
  const { t } = useLocale();
  return (
    <nav className="woocommerce-breadcrumb crumbs" aria-label={t("shell.breadcrumb")}>
      <ol>
        {crumbs.map(({ label, href }) => (
          <li key={`${href} ${label}`}>
            {href === undefined ? <span aria-current="page">{label}</span> : <a href={href}>{label}</a>}
          </li>
        ))}
      </ol>
    </nav>
  );
}
