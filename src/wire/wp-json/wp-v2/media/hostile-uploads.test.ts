import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readdir, stat } from "node:fs/promises";
import { type ClientRequest, request } from "node:http";
import type { Socket } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setImmediate } from "node:timers/promises";
import { crc32 } from "node:zlib";
import sharp from "sharp";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { laneLimits } from "#http/guards/admission/admission.ts";
import { uploadsAtOnce } from "#http/guards/admission/slow-uploads.ts";
import { routes } from "#routes";
import { resetSetting, setSetting } from "#shop/settings/settings.ts";
import { openMediaShop, photo } from "./media.fixtures.ts";

const shop = openMediaShop();
let port = 0;
beforeEach(async () => {
  if (port === 0) port = Number(new URL(await shop.app.listen({ host: "127.0.0.1", port: 0 })).port);
  return async () => {
    const left = await shop.files("attachments");
    if (left.length > 0) throw new Error(`Half-written files are left: ${left.join(", ")}`);
    const owned = new Set((await shop.rows("select file from media")).map(({ file }) => String(file).slice(6)));
    const orphans = (await shop.files("media")).filter((name) => !owned.has(name));
    if (orphans.length > 0) throw new Error(`Files of no picture are left: ${orphans.join(", ")}`);
  };
});

/** Begins an upload over a real connection. */
function begin(headers: Record<string, string | number>): ClientRequest {
  const path = "/wp-json/wp/v2/media";
  return request({
    port,
    agent: false,
    method: "POST",
    path,
    headers: { ...shop.headersOf("shop_manager"), ...headers },
  });
}

const asFile = { "content-type": "image/jpeg", "content-disposition": 'attachment; filename="a.jpg"' };

/** Returns status and code of an upload that is refused. */
async function refusal(file: Buffer, name = "a.jpg"): Promise<readonly unknown[]> {
  const answer = await shop.upload(file, { name });
  expect(await shop.rows("select from media")).toEqual([]);
  return [answer.statusCode, answer.json().code, answer.json().data.details?.reason];
}

test("an upload whose connection is cut leaves nothing, as a body and as a form", async () => {
  const file = randomBytes(300_000);
  const form = (content: Buffer) =>
    Buffer.concat([
      Buffer.from('--x\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n'),
      content,
    ]);
  for (const [headers, body] of [
    [asFile, file],
    [{ "content-type": "multipart/form-data; boundary=x" }, form(file)],
  ] as const) {
    const sent = begin({ ...headers, "content-length": 1_000_000 });
    sent.on("error", () => {});
    sent.write(body);
    await vi.waitFor(async () => expect(await shop.files("attachments")).toHaveLength(1), { timeout: 10_000 });
    sent.destroy();
    await vi.waitFor(async () => expect(await shop.files("attachments")).toEqual([]), { timeout: 10_000 });
  }
  expect(await shop.rows("select from media_uploads")).toEqual([]);
});

test("a file that ends early, or a form without its end, is refused", async () => {
  const file = await photo();
  expect(await refusal(file.subarray(0, file.length / 2))).toEqual([400, "rest_upload_sideload_error", "it is broken"]);
  const sent = begin({ "content-type": "multipart/form-data; boundary=x" });
  sent.end(
    Buffer.concat([Buffer.from('--x\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n'), file]),
  );
  const [response] = await once(sent, "response");
  expect([response.statusCode, JSON.parse(await text(response)).code]).toEqual([400, "rest_upload_interrupted"]);
});

test("pages, scripts, programs and documents are no pictures, whatever they are called", async () => {
  const refused = [400, "rest_upload_sideload_error", "it is not a picture"];
  for (const content of [
    "<!doctype html><script>alert(1)</script>",
    "<?php system($_GET['c']);",
    "#!/bin/sh\nrm -rf /",
    "MZ\x90\0\x03",
    "%PDF-1.7 ...",
    "PK\x03\x04zip",
    "\0\0\0\x18ftypmp42",
  ])
    expect(await refusal(Buffer.from(content, "latin1"), "cute-cat.jpg")).toEqual(refused);
  const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  expect(await refusal(drawing, "cat.png")).toEqual([400, refused[1], expect.stringContaining("upload_svg")]);
});

test("what is hidden in a picture does not get into the library", async () => {
  const jpeg = await photo();
  const payload = Buffer.from("<?php system('id'); ?><script>alert(1)</script>*/=alert(1);");
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, payload.length + 2]), payload]);
  const gif = Buffer.from("R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==", "base64");
  for (const file of [
    Buffer.concat([jpeg, payload]),
    Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]),
    Buffer.concat([gif, payload]),
    await sharp(jpeg)
      .withExif({ IFD0: { ImageDescription: payload.toString() } })
      .png()
      .toBuffer(),
  ]) {
    const { source_url } = (await shop.upload(file, { name: "x.php" })).json();
    const { rawPayload, headers } = await shop.app.inject({
      url: new URL(source_url).pathname,
      headers: { host: "shop.example" },
    });
    expect([rawPayload.includes("<?php"), rawPayload.includes("alert(1)")]).toEqual([false, false]);
    expect(headers["content-type"]).toMatch(/^image\/(?:jpeg|png)$/);
    expect(headers["x-content-type-options"]).toBe("nosniff");
  }
});

/** A small file that claims to be a large picture and would fail if it were decoded. */
function pixelBomb(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
  const pixels = Buffer.from("not compressed");
  return Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", pixels), chunk("IEND", Buffer.alloc(0))]);
}

test("pixel bombs and animations with too many frames are refused before they are decoded", async () => {
  const code = "rest_upload_sideload_error";
  expect(await refusal(pixelBomb(20_000, 20_000))).toEqual([400, code, "it has more than 50 megapixels"]);
  expect(await refusal(pixelBomb(2_000_000_000, 1))).toEqual([400, code, expect.stringMatching(/^it /)]);
  await setSetting(shop.database.db, "upload_max_frames", 3);
  const frames = await Promise.all([1, 2, 3, 4].map(() => photo(8, 8)));
  const animation = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer();
  expect(await refusal(animation)).toEqual([400, code, "it has more than 3 frames"]);
  await resetSetting(shop.database.db, "upload_max_frames");
  expect((await shop.upload(animation)).json().media_details).toMatchObject({ width: 8, height: 8 });
});

/** Returns the bytes of uploads that have been written. */
async function storedBytes(): Promise<number> {
  const folder = join(shop.folder, "attachments");
  const paths = await readdir(folder, { recursive: true }).catch(() => []);
  const found = await Promise.all(paths.map((path) => stat(join(folder, path))));
  return found.reduce((sum, one) => sum + (one.isFile() ? one.size : 0), 0);
}

test("uploads of 50 MB are stored as they arrive", { timeout: 60_000 }, async () => {
  const megabyte = randomBytes(1024 * 1024);
  const sent = begin({ ...asFile, "content-length": 50 * megabyte.length });
  const answered = once(sent, "response");
  for (let part = 1; part < 50; part += 1) if (!sent.write(megabyte)) await once(sent, "drain");
  await vi.waitFor(async () => expect(await storedBytes()).toBe(49 * megabyte.length), 20_000);
  sent.end(megabyte);
  const [response] = await answered;
  expect([response.statusCode, JSON.parse(await text(response)).data.details.reason]).toEqual([
    400,
    "it is not a picture",
  ]);
});

/** Begins an upload with its first bytes. @returns it, with a function that lets as much time pass as other requests have */
async function beginSlowly(length: number, first: Buffer) {
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const sent = begin({ ...asFile, "content-length": length });
  const { server } = shop.app;
  const connected = once(server, "connection");
  sent.write(first);
  const [socket] = (await connected) as [Socket];
  while ((await storedBytes()) < first.length) await setImmediate();
  return { sent, server, socket, pass: () => vi.advanceTimersByTime(server.requestTimeout) };
}

test("an upload that is slow but goes on arriving is taken, also after the time that other requests have", async () => {
  const file = Buffer.concat([await photo(), randomBytes(2_000_000)]);
  const pieces = [file.subarray(0, 700_000), file.subarray(700_000, 1_400_000), file.subarray(1_400_000)] as const;
  const { sent, server, socket, pass } = await beginSlowly(file.length, pieces[0]);
  // As Node does when `requestTimeout` is over.
  server.emit("clientError", Object.assign(new Error("late"), { code: "ERR_HTTP_REQUEST_TIMEOUT" }), socket);
  pass();
  const before = socket.bytesRead;
  sent.write(pieces[1]);
  while (socket.bytesRead < before + pieces[1].length) await setImmediate();
  pass();
  sent.end(pieces[2]);
  const [response] = await once(sent, "response");
  expect(response.statusCode).toBe(201);
});

test("an upload that arrives drop by drop is ended", async () => {
  const { sent, socket, pass } = await beginSlowly(10_000_000, randomBytes(600_000));
  const cut = once(sent, "error");
  pass();
  const before = socket.bytesRead;
  sent.write(randomBytes(1000));
  while (socket.bytesRead < before + 1000) await setImmediate();
  pass();
  expect(await cut).toMatchObject([{ code: "ECONNRESET" }]);
  while ((await shop.files("attachments")).length > 0) await setImmediate();
});

test("slow uploads leave room for shoppers", { timeout: 60_000 }, async () => {
  const count = laneLimits.network + 2;
  const statuses: (number | undefined)[] = [];
  const sent = Array.from({ length: count }, () => begin({ ...asFile, "content-length": 10_000_000 }));
  for (const one of sent) {
    one.on("error", () => {}).on("response", ({ statusCode }) => statuses.push(statusCode));
    one.write(randomBytes(1000));
  }
  await vi.waitFor(() => expect(statuses).toHaveLength(count - uploadsAtOnce), 30_000);
  expect(new Set(statuses)).toEqual(new Set([503]));
  const page = request({ port, agent: false, path: routes.account(), headers: shop.headersOf("customer") }).end();
  const [{ statusCode }] = await once(page, "response");
  expect(statusCode).toBe(200);
  for (const one of sent) one.destroy();
  await vi.waitFor(async () => expect(await shop.files("attachments")).toEqual([]), 10_000);
});

test("files above the size that is set are refused: at once, as they arrive, and in forms", async () => {
  await setSetting(shop.database.db, "upload_max_mb", 1);
  const large = randomBytes(1_100_000);
  const refused = [400, "rest_upload_file_too_big"];
  expect((await refusal(large)).slice(0, 2)).toEqual(refused);
  const sent = begin({ ...asFile, "transfer-encoding": "chunked" });
  sent.end(large);
  const [response] = await once(sent, "response");
  expect([response.statusCode, JSON.parse(await text(response)).code]).toEqual(refused);
  const form = new FormData();
  form.append("file", new Blob([large]), "a.jpg");
  const { headers, arrayBuffer } = await formBody(form);
  const answer = await shop.call("/wp/v2/media", { as: "shop_manager", method: "POST", body: arrayBuffer, headers });
  expect([answer.statusCode, answer.json().code]).toEqual(refused);
  await resetSetting(shop.database.db, "upload_max_mb");
});

async function formBody(form: FormData) {
  const made = new Request("http://x", { method: "POST", body: form });
  const headers = { "content-type": made.headers.get("content-type") ?? "" };
  return { headers, arrayBuffer: Buffer.from(await made.arrayBuffer()) };
}

test("a drawing is taken where it is set, without what runs or loads", async () => {
  await setSetting(shop.database.db, "upload_svg", "cleaned");
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30" onload="alert(1)"><script>alert(2)</script><rect width="9" height="9" style="fill:red"/></svg>';
  const answer = await shop.upload(Buffer.from(drawing), { name: "logo.svg" });
  expect(answer.json()).toMatchObject({ mime_type: "image/svg+xml", media_details: { width: 40, height: 30 } });
  const shown = await shop.app.inject({
    url: new URL(answer.json().source_url).pathname,
    headers: { host: "shop.example" },
  });
  expect(shown.body).toBe(
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="9" height="9" fill="red"></rect></svg>',
  );
  expect(shown.headers["content-type"]).toBe("image/svg+xml");
  expect(shown.headers["content-security-policy"]).toMatch(/^default-src 'none'/);
  await resetSetting(shop.database.db, "upload_svg");
});

test("of 1,000 uploads at the same time exactly as many are taken as an hour has", { timeout: 60_000 }, async () => {
  await setSetting(shop.database.db, "uploads_per_hour", 5);
  const dot = Buffer.from("R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==", "base64");
  const pictures = Array.from({ length: 1000 }, (_, number) => {
    const picture = Buffer.from(dot);
    // The colours of the dot.
    for (const place of [13, 16]) picture.writeUInt16BE(number, place);
    return picture;
  });
  const answers = await Promise.all(pictures.map((picture) => shop.upload(picture)));
  const statuses = answers.map(({ statusCode }) => statusCode);
  expect([statuses.filter((one) => one === 201).length, statuses.filter((one) => one === 429).length]).toEqual([
    5, 995,
  ]);
  expect(await shop.rows("select from media")).toHaveLength(5);
  await resetSetting(shop.database.db, "uploads_per_hour");
});
