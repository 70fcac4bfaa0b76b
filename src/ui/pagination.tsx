import { Icon } from "./icon.tsx";
import { useLocale } from "./locale.tsx";

interface PaginationProps {
  current: number;
  total: number;
  /** Returns the address of a page. */
  href: (page: number) => string;
}

const pagesAtEnds = 3;
const aroundCurrent = 3;

/** Returns the page numbers to show; null is a gap. */
function visiblePages(current: number, total: number): (number | null)[] {
  const shown: (number | null)[] = [];
  for (let page = 1; page <= total; page++) {
    const isEnd = page <= pagesAtEnds || page > total - pagesAtEnds;
    if (isEnd || Math.abs(page - current) <= aroundCurrent) shown.push(page);
    else if (shown.at(-1) !== null) shown.push(null);
  }
  return shown;
}

function PageLink({ page, current, href }: Omit<PaginationProps, "total"> & { page: number | null }) {
  const { t } = useLocale();
  if (page === null) return <span className="page-numbers dots">…</span>;
  const label = t("shell.pagination.page", { page });
  return page === current ? (
    <span className="page-numbers current" aria-current="page" aria-label={label}>
      {page}
    </span>
  ) : (
    <a className="page-numbers" href={href(page)} aria-label={label}>
      {page}
    </a>
  );
}

/** Renders the pages of a list; nothing when there is only one. */
export function Pagination({ current, total, href }: PaginationProps) {
  const { t } = useLocale();
  if (total < 2) return null;
  return (
    <nav className="woocommerce-pagination pages" aria-label={t("shell.pagination.label")}>
      <ul className="page-numbers">
        {current > 1 && <PreviousPage href={href(current - 1)} />}
        {visiblePages(current, total).map((page, index) => (
          <li key={page ?? `gap-${index}`}>
            <PageLink page={page} current={current} href={href} />
          </li>
        ))}
        {current < total && <NextPage href={href(current + 1)} />}
      </ul>
    </nav>
  );
}

/** Renders the links of a list whose pages are not counted; null where there is no such page. */
export function PageSteps({ previous, next }: { previous: string | null; next: string | null }) {
  const { t } = useLocale();
  if (previous === null && next === null) return null;
  return (
    <nav className="woocommerce-pagination pages" aria-label={t("shell.pagination.label")}>
      <ul className="page-numbers">
        {previous !== null && <PreviousPage href={previous} />}
        {next !== null && <NextPage href={next} />}
      </ul>
    </nav>
  );
}

function PreviousPage({ href }: { href: string }) {
  const { t } = useLocale();
  return (
    <li>
      <a className="prev page-numbers" rel="prev" href={href}>
        {t("shell.pagination.previous")}
      </a>
    </li>
  );
}

function NextPage({ href }: { href: string }) {
  const { t } = useLocale();
  return (
    <li>
      <a className="next page-numbers" rel="next" href={href}>
        {t("shell.pagination.next")} <Icon name="arrow" isSmall isMirrored />
      </a>
    </li>
  );
}
