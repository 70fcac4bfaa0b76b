import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { migrate, readMigrations } from "#db/migrate.ts";
import { runJobMigrations } from "#platform/job-queue.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Connection of the server that the run's databases live on. */
    databaseServer: pg.PoolConfig;
  }
}

/** Name of the migrated database that each test file's own is cloned from. */
export const templateDatabase = "chowk_template";

/**
 * One PostgreSQL server per run: the one that TEST_DATABASE_URL names, or the embedded one in a folder of its own. The
 * schema is migrated once into a template; each test file clones it in some 30 ms.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const server = await openServer();
  await createTemplate(server.connection);
  project.provide("databaseServer", server.connection);
  return server.close;
}

async function openServer(): Promise<{ connection: pg.PoolConfig; close: () => Promise<void> }> {
  const url = process.env.TEST_DATABASE_URL;
  if (url) return { connection: { connectionString: url }, close: async () => {} };
  const dataDir = await mkdtemp(join(tmpdir(), "chowk-tests-"));
  const { openEmbeddedPostgres } = await import("#db/embedded/embedded-postgres.ts");
  const embedded = await openEmbeddedPostgres({ dataDir, log: () => {} });
  const close = async () => {
    await embedded.close();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { connection: embedded.connection, close };
}

async function createTemplate(connection: pg.PoolConfig): Promise<void> {
  const admin = new pg.Pool({ ...connection, max: 1 });
  await admin.query(`drop database if exists ${templateDatabase} with (force)`);
  await admin.query(`create database ${templateDatabase}`);
  await admin.end();
  const template = new pg.Pool({ ...withDatabase(connection, templateDatabase), max: 2 });
  await migrate(template, await readMigrations(new URL("../../src/db/migrations/", import.meta.url)));
  await runJobMigrations(template);
  await template.end();
}

/** The same server, another database. */
export function withDatabase(connection: pg.PoolConfig, database: string): pg.PoolConfig {
  if (!connection.connectionString) return { ...connection, database };
  const url = new URL(connection.connectionString);
  url.pathname = `/${database}`;
  return { ...connection, connectionString: url.href };
}
