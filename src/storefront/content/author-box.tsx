import { routes } from "#routes";
import type { Author } from "#shop/content/archives/archive.ts";
import { useLocale } from "#ui/locale.tsx";
import { Picture } from "#ui/picture.tsx";

interface AuthorBoxProps {
  author: Author;
  /** On the author's own archive, whose heading has the name. */
  isArchive?: boolean;
}

/** Renders an author's picture, name, text and site; nothing where the archive's heading says all of it. */
export function AuthorBox({ author, isArchive }: AuthorBoxProps) {
  const { t } = useLocale();
  const { slug, name, bio, url, picture } = author;
  if (isArchive && !bio && !url && !picture) return null;
  return (
    <div className="author-box">
      {picture && <Picture picture={picture} alt="" sizes="80px" className="author-picture" />}
      <div>
        {!isArchive && (
          <p className="author-name">
            <a href={routes.author(slug)} rel="author">
              {name}
            </a>
          </p>
        )}
        {bio && <p>{bio}</p>}
        {url && (
          <p>
            <a href={url} rel="nofollow noopener">
              {t("content.author.site", { name })}
            </a>
          </p>
        )}
      </div>
    </div>
  );
}
