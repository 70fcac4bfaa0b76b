import { routes } from "#routes";
import type { ArchiveLists as Lists } from "#shop/content/archives/archive.ts";
import { formatMonth } from "#ui/day.tsx";
import { useLocale } from "#ui/locale.tsx";

interface Entry {
  href: string;
  label: string;
  /** How far it is below the top. */
  depth?: number;
}

function List({ title, entries }: { title: string; entries: readonly Entry[] }) {
  if (entries.length === 0) return null;
  return (
    <div>
      <h3>{title}</h3>
      <ul>
        {entries.map(({ href, label, depth = 0 }) => (
          <li key={href} data-depth={depth > 0 ? Math.min(depth, 3) : undefined}>
            <a href={href}>{label}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Renders links to all archives of the journal. */
export function ArchiveLists({ lists: { categories, months, authors } }: { lists: Lists }) {
  const { t, lang } = useLocale();
  if (months.length === 0) return null;
  return (
    <nav className="section" aria-labelledby="archives">
      <div className="section-head">
        <h2 id="archives">{t("content.archives")}</h2>
      </div>
      <div className="archives">
        <List
          title={t("content.archives.categories")}
          entries={categories.map(({ slug, name, depth }) => ({
            href: routes.articleCategory(slug),
            label: name,
            depth,
          }))}
        />
        <List
          title={t("content.archives.authors")}
          entries={authors.map(({ slug, name }) => ({ href: routes.author(slug), label: name }))}
        />
        <List
          title={t("content.archives.months")}
          entries={months.map(({ year, month, count }) => ({
            href: routes.month(year, month),
            label: `${formatMonth({ year, month }, lang)} (${count})`,
          }))}
        />
      </div>
    </nav>
  );
}
