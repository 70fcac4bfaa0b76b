import type { ArchiveLink } from "#shop/content/archives/archive.ts";

/** Renders links to archives in a row. */
export function TopicLinks({ topics, href }: { topics: readonly ArchiveLink[]; href: (slug: string) => string }) {
  return (
    <ul className="topics">
      {topics.map(({ slug, name }) => (
        <li key={slug}>
          <a href={href(slug)}>{name}</a>
        </li>
      ))}
    </ul>
  );
}
