import type { RenderedPage } from "#http/page-cache/cached-page.ts";
import type { Archive } from "#shop/content/archives/archive.ts";

/** Returns the tags whose change decides which posts an archive has. */
export function archiveTags(archive: Archive): RenderedPage["tags"] {
  switch (archive.kind) {
    case "year":
      return Array.from({ length: 12 }, (_, month) => `month:${archive.year * 100 + month + 1}` as const);
    case "month":
      return [`month:${archive.year * 100 + archive.month}`];
    case "author":
      return [`author:${archive.id}`];
    default:
      return archive.ids.map((id) => `topic:${id}` as const);
  }
}
