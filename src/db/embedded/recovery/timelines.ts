import { open, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { errorCode } from "#platform/error-code.ts";
import { readOptional } from "../optional-file.ts";
import type { BaseBackup, RecoveryFolder } from "./recovery-folder.ts";

/** The beginning of a timeline. PostgreSQL starts a new one, with a higher number, at the end of each recovery. */
export interface TimelineStart {
  /** Eight hexadecimal digits, as in the names of segments. */
  timeline: string;
  startedAt: Date;
  /** The timeline that was recovered. */
  parent: string;
  /** The last moment that both have in common. */
  forkedAt: Date;
}

const linePattern = /^([0-9A-F]{8}) (\S+Z) ([0-9A-F]{8}) (\S+Z)$/;

/** Reads the timelines that recoveries started. */
export async function readTimelines({ timelines }: RecoveryFolder): Promise<TimelineStart[]> {
  const text = await readFile(timelines, "utf8").catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") return "";
    throw error;
  });
  return text.split("\n").flatMap((line) => {
    const [, timeline, startedAt = "", parent, forkedAt = ""] = linePattern.exec(line) ?? [];
    if (timeline === undefined || parent === undefined) return [];
    return [{ timeline, startedAt: new Date(startedAt), parent, forkedAt: new Date(forkedAt) }];
  });
}

/** The file in a recovered cluster with the timeline that it began, until that is recorded. */
const noteIn = (cluster: string) => path.join(cluster, "begun-timeline");

/** Notes in a recovered cluster which timeline it began. The note counts once the cluster is in use. */
export async function noteTimeline(cluster: string, start: TimelineStart): Promise<void> {
  const { timeline, startedAt, parent, forkedAt } = start;
  const line = `${timeline} ${startedAt.toISOString()} ${parent} ${forkedAt.toISOString()}\n`;
  await writeFile(noteIn(cluster), line, { mode: 0o600, flush: true });
}

/** Records the timeline that is noted in the cluster in use, if any. A kill in between is harmless. */
export async function recordTimeline({ timelines }: RecoveryFolder, cluster: string): Promise<void> {
  const line = readOptional(noteIn(cluster));
  if (line === undefined) return;
  if (!readOptional(timelines)?.includes(line)) {
    const file = await open(timelines, "a", 0o600);
    try {
      await file.write(line);
      await file.sync();
    } finally {
      await file.close();
    }
  }
  await rm(noteIn(cluster), { force: true });
}

/** Returns the timeline in which a segment was written. */
const timelineOf = (segment: string) => segment.slice(0, 8);

/**
 * Chooses the timeline that was in use at a moment (null: the newest), and the newest base backup before the moment from which
 * it can be reached: one of its own, or one that an earlier timeline took before they forked.
 * @param bases oldest first @returns undefined if no base backup is old enough
 */
export function chooseStart(
  bases: readonly BaseBackup[],
  starts: readonly TimelineStart[],
  to: Date | null,
): { base: BaseBackup; timeline: string; isNewest: boolean } | undefined {
  const known = new Map<string, Date>();
  for (const { firstSegment, takenAt } of bases.toReversed()) known.set(timelineOf(firstSegment), takenAt);
  for (const { timeline, startedAt } of starts) known.set(timeline, startedAt);
  const timelines = [...known.keys()].sort();
  const timeline = timelines.findLast((name) => to === null || (known.get(name) ?? to) <= to);
  if (timeline === undefined) return undefined;
  const usable = usableUntil(timeline, starts);
  const base = bases.findLast(({ firstSegment, takenAt }) => {
    const until = usable.get(timelineOf(firstSegment));
    return until !== undefined && takenAt <= until && (to === null || takenAt <= to);
  });
  return base && { base, timeline, isNewest: timeline === timelines.at(-1) };
}

/** Returns a timeline and its ancestors, each with the moment until which it shares its history. */
function usableUntil(timeline: string, starts: readonly TimelineStart[]): Map<string, Date> {
  const usable = new Map<string, Date>();
  let until = new Date(8.64e15);
  for (let name: string | undefined = timeline; name !== undefined && !usable.has(name); ) {
    usable.set(name, until);
    const start: TimelineStart | undefined = starts.findLast((one) => one.timeline === name);
    if (start && start.forkedAt < until) until = start.forkedAt;
    name = start?.parent;
  }
  return usable;
}
