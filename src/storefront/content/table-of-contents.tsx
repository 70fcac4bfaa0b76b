import { useLocale } from "#ui/locale.tsx";

export type Contents = readonly { id: string; label: string }[];

/** Renders the headings of an article, at its side on wide screens. */
export function TableOfContents({ contents }: { contents: Contents }) {
  const { t } = useLocale();
  return (
    <nav className="toc" aria-label={t("content.onThisPage")}>
      {contents.map(({ id, label }) => (
        <a key={id} href={`#${id}`}>
          {label}
        </a>
      ))}
    </nav>
  );
}
