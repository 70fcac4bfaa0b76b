import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { type ClientRequest, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { deflateRawSync } from "node:zlib";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { routes } from "#routes";
import { listMessages } from "#shop/contact/messages/contact-messages.ts";
import { createTestDatabase, type TestDatabase } from "../../../../tests/support/test-database.ts";
import { openWholeShop, origin } from "../../page-requests/whole-shop.fixtures.ts";
import { formBody, giveForm, type Part } from "./contact-forms.fixtures.ts";

const { host } = new URL(origin);
let database: TestDatabase;
let app: FastifyInstance;
let folder: string;
let port: number;
let form: number;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "chowk-hostile-"));
  database = await createTestDatabase();
  ({ app } = await openWholeShop(database, () => new Date("2026-11-21T12:00:00Z"), { DATA_DIR: folder }));
  port = Number(new URL(await app.listen({ host: "127.0.0.1", port: 0 })).port);
  form = await giveForm(
    database.db,
    "files",
    "[text your-name] [file your-file limit:1mb filetypes:pdf|gif|zip|docx|txt]",
  );
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => database.pool.query("delete from contact_messages; delete from rate_limits"));

/** Starts a POST to the form. */
function begin(headers: Record<string, string | number>): ClientRequest {
  const path = routes.formFeedback(form);
  return request({
    port,
    host: "127.0.0.1",
    method: "POST",
    path,
    headers: { host, "user-agent": "Mozilla/5.0", ...headers },
  });
}

async function answerOf(sent: ClientRequest): Promise<{ code?: string; status?: string; invalid_fields?: unknown[] }> {
  const [response] = await once(sent, "response");
  return JSON.parse(await text(response));
}

async function post(contentType: string, body: string | Buffer) {
  const sent = begin({ "content-type": contentType });
  sent.end(body);
  return answerOf(sent);
}

async function send(...parts: [string, Part][]) {
  const { payload, headers } = formBody(form, parts);
  return post(headers["content-type"], payload);
}

/** Lists the files in the folder of attachments, unfinished ones included. */
async function storedFiles(): Promise<string[]> {
  const entries = await readdir(join(folder, "attachments"), { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

test("100 MB are read to their end without being kept, neither in memory nor on storage", async () => {
  const { payload, headers } = formBody(form, [["your-file", { file: "large.pdf", content: "%PDF-1.7\n" }]]);
  const end = payload.lastIndexOf("\r\n------");
  const chunk = Buffer.alloc(1024 * 1024, 1);
  const sent = begin({ ...headers, "content-length": payload.length + 100 * chunk.length });
  const answer = answerOf(sent);
  const used = () => process.memoryUsage().arrayBuffers + process.memoryUsage().heapUsed;
  const before = used();
  let most = before;
  sent.write(payload.subarray(0, end));
  for (let count = 0; count < 100; count += 1) {
    if (!sent.write(chunk)) await once(sent, "drain");
    most = Math.max(most, used());
  }
  sent.end(payload.subarray(end));
  expect((await answer).invalid_fields).toEqual([
    expect.objectContaining({ field: "your-file", message: "The uploaded file is too large." }),
  ]);
  expect(most - before).toBeLessThan(60_000_000);
  expect(await storedFiles()).toEqual([]);
});

/** Returns a zip file with one entry of zeros. */
function zipOfZeros(bytes: number): Buffer {
  const data = deflateRawSync(Buffer.alloc(bytes), { level: 9 });
  const entry = Buffer.alloc(30);
  entry.write("PK\x03\x04\x14\0\0\0\x08\0", "latin1");
  entry.writeUInt32LE(data.length, 18);
  entry.writeUInt32LE(bytes, 22);
  entry.writeUInt16LE(1, 26);
  return Buffer.concat([entry, Buffer.from("0"), data]);
}

test("a zip bomb is stored as it came", async () => {
  const bomb = zipOfZeros(100_000_000);
  expect((await send(["your-file", { file: "a.zip", content: bomb }])).status).toBe("mail_sent");
  const [message] = await listMessages(database.db, { limit: 1 });
  expect(message?.files).toEqual([expect.objectContaining({ name: "a.zip", size: bomb.length })]);
  await database.pool.query("delete from contact_message_files");
  await rm(join(folder, "attachments"), { recursive: true });
});

const gif = "GIF89a<script>alert(1)</script><?php system($_GET['c']); ?>";

test.each([
  ["cv.php", "%PDF-1.7", false],
  ["cv.pdf.exe", "MZ", false],
  ["cv.pdf.php\0.pdf", "<?php", false],
  ["cv.pdf", "<html><script>alert(1)</script>%PDF-1.7", false],
  ["cv.pdf", "PK\x03\x04%PDF-1.7", false],
  ["cv.docx", "\x7fELF", false],
  ["cv.txt", "\0\0\0", false],
  ["picture.gif", gif, true],
  ["cv.php.pdf", "%PDF-1.7", true],
])("the file %j with the content %j is accepted: %s", async (file, content, isAccepted) => {
  const answer = await send(["your-file", { file, content: Buffer.from(content, "latin1") }]);
  expect(answer.status).toBe(isAccepted ? "mail_sent" : "validation_failed");
  expect((await storedFiles()).map((name) => /^[0-9a-f]{32}$/.test(name))).toEqual(isAccepted ? [true] : []);
  await rm(join(folder, "attachments"), { recursive: true, force: true });
});

const head = 'Content-Disposition: form-data; name="your-file"; filename="a.pdf"\r\n\r\n%PDF-1.7';

test.each([
  ["no boundary", "multipart/form-data", "x"],
  ["an unfinished file", "multipart/form-data; boundary=x", `--x\r\n${head}`],
  ["another boundary", "multipart/form-data; boundary=y", `--x\r\n${head}\r\n--x--\r\n`],
  [
    "a part without a name",
    "multipart/form-data; boundary=x",
    "--x\r\nContent-Disposition: form-data\r\n\r\n1\r\n--x--\r\n",
  ],
  [
    "a file without a name",
    "multipart/form-data; boundary=x",
    '--x\r\nContent-Disposition: form-data; filename="a.pdf"\r\n\r\n%PDF-1.7\r\n--x--\r\n',
  ],
  ["endless headers", "multipart/form-data; boundary=x", `--x\r\n${"A: b\r\n".repeat(50_000)}`],
  ["nothing", "multipart/form-data; boundary=x", ""],
])("a body with %s gets a clear error and leaves nothing", async (_what, contentType, body) => {
  expect(await post(contentType, body)).toMatchObject({
    code: expect.stringMatching(/^wpcf7_(broken_form_data|unit_tag_not_found|too_large)$/),
  });
  expect(await storedFiles()).toEqual([]);
});

test("a connection that breaks in the middle of a file leaves nothing; the next message is accepted", async () => {
  const { payload, headers } = formBody(form, [["your-file", { file: "a.pdf", content: "%PDF-1.7\n" }]]);
  const sent = begin({ ...headers, "content-length": payload.length + 500_000 });
  sent.on("error", () => {});
  sent.write(payload.subarray(0, payload.lastIndexOf("\r\n------")));
  sent.write(Buffer.alloc(200_000, 1));
  await expect.poll(storedFiles).toHaveLength(1);
  sent.destroy();
  await expect.poll(storedFiles).toEqual([]);
  expect((await send(["your-name", "Sana"])).status).toBe("mail_sent");
});

test("__proto__ and constructor as names of fields and files change nothing", async () => {
  const file = { file: "a.pdf", content: "%PDF-1.7" };
  const answer = await send(
    ["your-name", "Sana"],
    ["__proto__", file],
    ["__proto__[isAdmin]", "1"],
    ["constructor", file],
  );
  expect(answer.status).toBe("mail_sent");
  expect({}).not.toHaveProperty("isAdmin");
  expect(await storedFiles()).toEqual([]);
});
