import type { FileStorage } from "#platform/storage/storage.ts";

/**
 * A backup is one gzipped tar: `manifest.json` first, then `tables/<schema>.<table>.copy` for each table (PostgreSQL's
 * COPY text format, UTF-8), then the files of each folder as `<folder>/<path>`.
 */
export interface BackupManifest {
  format: "chowk-backup";
  version: 1;
  /** ISO 8601. */
  createdAt: string;
  serverVersion: string;
  /** Names of the migrations that made the tables. */
  migrations: string[];
  tables: BackupTable[];
  sequences: BackupSequence[];
}

export interface BackupTable {
  schema: string;
  name: string;
  /** Those that hold values of their own, in the order of the file; generated ones are made again. */
  columns: string[];
  rows: number;
}

export interface BackupSequence {
  schema: string;
  name: string;
  /** As text, because it may be longer than a number keeps exactly. */
  lastValue: string;
  isCalled: boolean;
}

/** Storages whose files go into a backup, by their names there. */
export type BackupFiles = Readonly<Record<string, FileStorage>>;

/** What the keys of unpacked files begin with while a restore is under way; never part of a backup. */
export const unpackingPrefix = ".restoring-";

export const manifestEntry = "manifest.json";
/** More than any manifest needs, in bytes. */
export const longestManifest = 16 * 1024 * 1024;

/** The entry of a table's rows. */
export const tableEntry = ({ schema, name }: { schema: string; name: string }): string =>
  `tables/${schema}.${name}.copy`;
