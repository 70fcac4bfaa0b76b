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
  /** Names of the migrations that created the tables. */
  migrations: string[];
  tables: BackupTable[];
  sequences: BackupSequence[];
}

export interface BackupTable {
  schema: string;
  name: string;
  /** Stored columns in the order of the file; generated columns are left out. */
  columns: string[];
  rows: number;
}

export interface BackupSequence {
  schema: string;
  name: string;
  /** As text, because it may exceed a safe integer. */
  lastValue: string;
  isCalled: boolean;
}

/** The storages whose files a backup contains, by folder name. */
export type BackupFiles = Readonly<Record<string, FileStorage>>;

/** Prefix of unpacked files' keys during a restore; never part of a backup. */
export const unpackingPrefix = ".restoring-";

export const manifestEntry = "manifest.json";
/** Limit on the manifest's size (bytes), far above what any shop needs. */
export const maxManifestBytes = 16 * 1024 * 1024;

/** Returns the archive entry's name for a table's rows. */
export const tableEntry = ({ schema, name }: { schema: string; name: string }): string =>
  `tables/${schema}.${name}.copy`;
