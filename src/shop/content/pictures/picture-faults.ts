import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { originalEndings } from "../../catalogue/pictures/picture-file.ts";
import { findNamedPictures } from "../blocks/block-data.ts";
import { namesOfDescribed } from "../blocks/pictures-in-body.ts";

/** What is wrong with a picture of an article or page. */
export interface PictureFault {
  /** The article or page. */
  slug: string;
  /** "no alt": people who do not see the picture learn nothing about it. "unknown": the library does not have it. */
  fault: "no alt" | "no caption" | "unknown";
  /** Null: unknown. */
  id: number | null;
  /** The name in the text if the picture is unknown. */
  title: string;
}

/** A picture in the text of a page, without the blocks. */
interface TextPicture {
  /** Its file without size and ending. */
  stem: string;
  /** An empty `alt` says that it is decoration. */
  isDecoration: boolean;
  hasAlt: boolean;
  hasCaption: boolean;
}

type Described = Record<"alt" | "caption" | "title", string> & { id: number };

/**
 * Lists what is wrong with the pictures of published articles and pages: the featured one, those of blocks, and those in the text.
 * @param articleId of one that is or will be published; default: all published ones
 */
export async function listPictureFaults(db: Database, now: Date, articleId?: number): Promise<PictureFault[]> {
  const { rows } = await db.execute<{ slug: string; mediaId: number | null; body: string }>(sql`
    select slug, media_id::float8 as "mediaId", case when body ~ '\\[(gallery|carousel)\\y|<img' then body else '' end as body
    from articles where status = 'publish'
      and ${articleId === undefined ? sql`published_at <= ${now.toISOString()}::timestamptz` : sql`id = ${articleId}`}
    order by slug`);
  const pages = rows.map(({ slug, mediaId, body }) => ({
    slug,
    names: [...(mediaId === null ? [] : [String(mediaId)]), ...namesOfDescribed(body)],
    inText: picturesInText(body),
  }));
  const named = await findNamedPictures(db, [...new Set(pages.flatMap(({ names }) => names))]);
  const byStem = await findByStem(db, [...new Set(pages.flatMap(({ inText }) => inText.map(({ stem }) => stem)))]);
  return pages.flatMap(({ slug, names, inText }) => {
    const faults = [
      ...names.flatMap((name) => faultsOf(named.get(name), name, {})),
      ...inText.flatMap((one) => faultsOf(byStem.get(one.stem), `/media/${one.stem}`, one)),
    ];
    return [...new Map(faults.map((one) => [`${one.fault} ${one.title} ${one.id}`, { slug, ...one }])).values()];
  });
}

/** @param shown what the page says itself about a picture in its text; its tag needs an `alt` of its own */
function faultsOf(
  picture: Described | undefined,
  name: string,
  shown: Partial<TextPicture>,
): Omit<PictureFault, "slug">[] {
  if (!picture) return [{ fault: "unknown", id: null, title: name }];
  const { id, title, alt, caption } = picture;
  const { isDecoration = false, hasAlt = alt.trim() !== "", hasCaption = false } = shown;
  if (isDecoration) return [];
  return [
    ...(hasAlt ? [] : [{ fault: "no alt", id, title } as const]),
    ...(hasCaption || caption.trim() !== "" ? [] : [{ fault: "no caption", id, title } as const]),
  ];
}

function picturesInText(html: string): TextPicture[] {
  // The content of figures with a caption, and the rest.
  return html.split(/(<figure\b.*?<\/figure>)/s).flatMap((part) => {
    const hasCaption = part.startsWith("<figure") && part.includes("<figcaption");
    return (part.match(/<img\b[^>]*>/g) ?? []).flatMap((tag) => {
      const [, stem] = /\bsrc="\/media\/([0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{64})/.exec(tag) ?? [];
      const alt = /\balt="([^"]*)"/.exec(tag)?.[1];
      return stem === undefined ? [] : [{ stem, hasCaption, hasAlt: alt !== undefined, isDecoration: alt === "" }];
    });
  });
}

async function findByStem(db: Database, stems: readonly string[]): Promise<Map<string, Described>> {
  if (stems.length === 0) return new Map();
  const { rows } = await db.execute<Described & { stem: string }>(sql`
    select split_part(file, '.', 1) as stem, id::float8 as id, title, alt, caption from media
    where file = any(${sql.param(stems.flatMap((stem) => originalEndings.map((ending) => stem + ending)))}::text[])`);
  return new Map(rows.map((row) => [row.stem, row]));
}
