import type { Database } from "#db/database.ts";
import type { Archive, AuthorArchive, TopicArchive } from "./archive.ts";
import { findAuthorArchive, findTopicArchive } from "./archives.ts";

/** What the address of an archive names. */
export type ArchiveRequest =
  | { kind: (TopicArchive | AuthorArchive)["kind"]; slug: string }
  | { kind: "year"; year: number }
  | { kind: "month"; year: number; month: number };

/** Finds an archive, which may have no posts. */
export async function findArchive(
  db: Database,
  request: ArchiveRequest,
  timeZone: string,
  now: Date,
): Promise<Archive | undefined> {
  switch (request.kind) {
    case "year":
      return request.year >= 1 ? { ...request, timeZone } : undefined;
    case "month": {
      const { year, month } = request;
      return year >= 1 && month >= 1 && month <= 12 ? { kind: "month", year, month, timeZone } : undefined;
    }
    case "author":
      return findAuthorArchive(db, request.slug);
    default:
      return findTopicArchive(db, request.kind, request.slug, now);
  }
}
