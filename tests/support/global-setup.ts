import { chmod, rm } from "node:fs/promises";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { migrateToOwn } from "#db/own-migrations.ts";
import { makeMemoryFolder } from "./memory-folder.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Connection to the server that holds the run's databases. */
    databaseServer: pg.PoolConfig;
    /** The migrated database that each test file clones. The name is unique per run, so that runs can share a server. */
    templateDatabase: string;
  }
}

/**
 * Sets up one PostgreSQL server per run: the one in TEST_DATABASE_URL, or an embedded one in its own folder. Migrates the
 * schema once into a template, which each test file clones in about 10 ms.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const server = await openServer();
  const name = `chowk_template_${process.pid}`;
  await administer(server.connection, `create database ${name}`);
  await migrateTemplate(withDatabase(server.connection, name));
  project.provide("databaseServer", server.connection);
  project.provide("templateDatabase", name);
  return async () => {
    await administer(server.connection, `drop database ${name} with (force)`);
    await server.close();
  };
}

async function openServer(): Promise<{ connection: pg.PoolConfig; close: () => Promise<void> }> {
  const url = process.env.TEST_DATABASE_URL;
  if (url) return { connection: { connectionString: url }, close: async () => {} };
  const dataDir = await makeMemoryFolder();
  // The database's system user must be able to enter the folder when the tests run as root.
  await chmod(dataDir, 0o755);
  const { openEmbeddedPostgres } = await import("#db/embedded/embedded-postgres.ts");
  const embedded = await openEmbeddedPostgres({ dataDir, log: () => {} });
  const close = async () => {
    await embedded.close();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { connection: embedded.connection, close };
}

async function migrateTemplate(connection: pg.PoolConfig): Promise<void> {
  const template = new pg.Pool({ ...connection, max: 2 });
  await migrateToOwn(template);
  // Tests order immediately and repeatedly.
  await template.query(
    "insert into settings (key, value) values ('checkout_seconds', '0'), ('cod_orders_per_phone', '0')",
  );
  await template.end();
}

/** Runs one statement on the server, outside the test databases. */
export async function administer(server: pg.PoolConfig, statement: string): Promise<void> {
  const client = new pg.Client(server);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Returns the connection with another database name. */
export function withDatabase(connection: pg.PoolConfig, database: string): pg.PoolConfig {
  if (!connection.connectionString) return { ...connection, database };
  const url = new URL(connection.connectionString);
  url.pathname = `/${database}`;
  return { ...connection, connectionString: url.href };
}
