import { useLocale } from "./locale.tsx";

export interface Crumb {
  label: string;
  /** Missing for the current page. */
  href?: string;
}

/** Renders the breadcrumb; the last crumb is the current page, without a link. */
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
