import { useLocale } from "#ui/locale.tsx";

/** A link to another listing. */
export interface CategoryLink {
  name: string;
  href: string;
  count: number;
  isCurrent: boolean;
}

/** Renders categories in a row, each with its number of products. */
export function CategoryStrip({ categories }: { categories: readonly CategoryLink[] }) {
  const { t } = useLocale();
  return (
    <nav aria-label={t("catalogue.categories")}>
      <ul className="cats" role="list">
        {categories.map(({ name, href, count, isCurrent }) => (
          <li key={href}>
            <a href={href} aria-current={isCurrent ? "page" : undefined}>
              {name}
              <sup>{count}</sup>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
