import fastify from "fastify";
import { expect, test } from "vitest";
import { answerHealth } from "./health.ts";

async function ask(path: string, checkDatabase: () => Promise<void>, checkJobs: () => Promise<void> = fails) {
  const app = fastify();
  answerHealth(app, { paths: { health: "/healthz", ready: "/readyz" }, checkDatabase, checkJobs, withinMs: 30 });
  const { statusCode, body, headers } = await app.inject(path);
  expect(headers["cache-control"]).toBe("no-store");
  return [statusCode, body];
}

const answers = async () => {};
const fails = () => Promise.reject(new Error("connection to 10.0.0.3 refused"));
const hangs = () => new Promise<void>(() => {});

test("a running process is healthy whatever the state of the database", async () => {
  for (const check of [answers, fails, hangs]) expect(await ask("/healthz", check)).toEqual([200, '{"status":"ok"}']);
});

test("the shop is ready only if the database answers in time, and reveals nothing else", async () => {
  expect(await ask("/readyz", answers)).toEqual([200, '{"status":"ok"}']);
  for (const check of [fails, hangs]) expect(await ask("/readyz", check)).toEqual([503, '{"status":"unavailable"}']);
});

test("jobs that have been due for too long matter only to those who ask about jobs", async () => {
  expect(await ask("/readyz", answers, fails)).toEqual([200, '{"status":"ok"}']);
  expect(await ask("/readyz?jobs", answers, answers)).toEqual([200, '{"status":"ok"}']);
  for (const check of [fails, hangs])
    expect(await ask("/readyz?jobs", answers, check)).toEqual([503, '{"status":"unavailable"}']);
  expect(await ask("/readyz?jobs", fails, answers)).toEqual([503, '{"status":"unavailable"}']);
});
