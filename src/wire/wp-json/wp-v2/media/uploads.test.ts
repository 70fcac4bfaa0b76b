import { createHash } from "node:crypto";
import sharp from "sharp";
import { expect, test } from "vitest";
import { readConfig } from "#config";
import { openStorage } from "#platform/storage/open-storage.ts";
import { readStored } from "#platform/storage/storage.ts";
import { openMediaShop, photo } from "./media.fixtures.ts";

const shop = openMediaShop();

/** A form with a file and texts. */
async function formOf(file: Buffer, texts: Record<string, string> = {}, name = "tea.jpg", field = "file") {
  const form = new FormData();
  for (const [key, value] of Object.entries(texts)) form.append(key, value);
  form.append(field, new Blob([new Uint8Array(file)], { type: "image/jpeg" }), name);
  const request = new Request("http://x", { method: "POST", body: form });
  const body = Buffer.from(await request.arrayBuffer());
  return {
    as: "shop_manager",
    method: "POST",
    body,
    headers: { "content-type": request.headers.get("content-type") ?? "" },
  } as const;
}

test("a form with a picture and its texts adds the picture, whose sizes a job makes", async () => {
  const form = await formOf(await photo(), {
    title: "Green tea",
    alt_text: "A cup",
    caption: "Hot",
    description: "Long",
  });
  const answer = await shop.call("/wp/v2/media", form);
  expect(answer.statusCode).toBe(201);
  const item = answer.json();
  expect(item).toMatchObject({
    title: { raw: "Green tea", rendered: "Green tea" },
    alt_text: "A cup",
    caption: { raw: "Hot" },
    description: { raw: "Long", rendered: "<p>Long</p>\n" },
    mime_type: "image/jpeg",
    media_details: { width: 40, height: 30 },
  });
  expect(answer.headers.location).toBe(`https://shop.example/wp-json/wp/v2/media/${item.id}`);
  expect(answer.headers["x-wp-upload-attachment-id"]).toBe(String(item.id));
  // The first one looks after the file if the shop stops before the picture is in the library.
  expect(await shop.jobs()).toEqual(["delete-media-files", "make-renditions"]);
  expect(await shop.files("media")).toEqual([item.media_details.file.split("/").at(-1)]);
  expect(await shop.files("attachments")).toEqual([]);
  const shown = await shop.app.inject({ url: new URL(item.source_url).pathname, headers: { host: "shop.example" } });
  expect([shown.statusCode, shown.headers["content-type"]]).toEqual([200, "image/jpeg"]);
  const log = await shop.rows("select actor_kind, action, subject, after from audit_log where action like 'media%'");
  expect(log).toEqual([
    {
      actor_kind: "user",
      action: "media added",
      subject: String(item.id),
      after: { file: item.media_details.file, title: "Green tea" },
    },
  ]);
});

test("a body with the file alone takes its name from Content-Disposition, in any spelling and without folders", async () => {
  for (const [disposition, title] of [
    ['attachment; filename="tea cup.jpg"', "tea cup"],
    ["attachment; filename=tea.jpg", "tea"],
    ["attachment; filename=\"x.jpg\"; filename*=UTF-8''caf%C3%A9.jpg", "café"],
    ['attachment; filename="../../etc/passwd.jpg"', "passwd"],
    ['attachment; filename="C:\\\\temp\\\\shell.php.jpg"', "shell.php_"],
  ]) {
    const answer = await shop.upload(await photo(), { headers: { "content-disposition": disposition ?? "" } });
    expect([answer.statusCode, answer.json().title?.raw]).toEqual([201, title]);
    expect(answer.json().media_details.file).toMatch(/^[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{64}\.jpg$/);
  }
});

test("a photo is turned as its camera held it, and loses its metadata", async () => {
  const taken = await sharp(await photo())
    .withExif({ IFD0: { Copyright: "Sana", ImageDescription: "33.6N 73.0E" } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const { id, media_details: details } = (await shop.upload(taken)).json();
  expect([details.width, details.height]).toEqual([30, 40]);
  const [row] = await shop.rows(`select file, byte_size from media where id = ${id}`);
  const { media } = await openStorage(readConfig({ DATA_DIR: shop.folder }, shop.folder));
  const kept = await readStored(media, String(row?.file));
  expect(kept.length).toBe(row?.byte_size);
  const { width, height, exif, orientation } = await sharp(kept).metadata();
  expect([width, height, exif, orientation]).toEqual([30, 40, undefined, undefined]);
  expect(kept.includes("33.6N")).toBe(false);
});

test("the same file answers the picture that is there, with 200", async () => {
  const file = await photo();
  const first = await shop.upload(file);
  const again = await shop.upload(file, { name: "other.jpg" });
  expect([first.statusCode, again.statusCode]).toEqual([201, 200]);
  // A client deletes what this header names if the call fails.
  expect(again.headers).not.toHaveProperty("x-wp-upload-attachment-id");
  expect(again.json().id).toBe(first.json().id);
  expect(again.json().title.raw).toBe("picture");
  const together = await Promise.all(Array.from({ length: 5 }, () => shop.upload(file)));
  expect(new Set(together.map((one) => one.json().id))).toEqual(new Set([first.json().id]));
  expect(await shop.files("media")).toHaveLength(1);
  expect(await shop.files("attachments")).toEqual([]);
});

test("a known file fills empty texts and lists the others in kept_texts", async () => {
  const file = await photo();
  const first = await formOf(file, { alt_text: "A cup", title: "Tea" });
  expect((await shop.call("/wp/v2/media", first)).json().kept_texts).toEqual([]);
  const second = await formOf(file, { alt_text: "A mug", title: "Tea", caption: "Hot" });
  const answer = await shop.call("/wp/v2/media", second);
  expect(answer.json()).toMatchObject({ alt_text: "A cup", caption: { raw: "Hot" }, kept_texts: ["alt_text"] });
  expect(answer.statusCode).toBe(200);
});

test("a picture knows who uploaded it and for which post, and has a slug of its own that its title gives", async () => {
  const author = shop.users.shop_manager.id;
  const newPost = { as: "shop_manager", method: "POST", body: { title: "Teas", status: "publish" } } as const;
  const post = (await shop.call("/wp/v2/posts", newPost)).json().id;
  const first = (
    await shop.call("/wp/v2/media", await formOf(await photo(), { post: String(post) }, "Green Tea.jpg"))
  ).json();
  const second = (await shop.upload(await photo(), { name: "green tea.jpg" })).json();
  expect([first.slug, second.slug]).toEqual([`green-tea-${first.id}`, `green-tea-${second.id}`]);
  expect([first.author, first.post, second.author, second.post]).toEqual([author, post, author, null]);
  const ids = async (query: string) =>
    (await shop.call(`/wp/v2/media?${query}`, { as: "shop_manager" })).json().map(({ id }: { id: number }) => id);
  expect([await ids(`slug=${first.slug}`), await ids(`parent=${post}`), await ids(`author=${author + 1}`)]).toEqual([
    [first.id],
    [first.id],
    [],
  ]);
  const unknown = await shop.call("/wp/v2/media", await formOf(await photo(), { post: "999999999" }));
  expect([unknown.statusCode, unknown.json().code]).toEqual([400, "rest_post_invalid_id"]);
  expect(await shop.files("attachments")).toEqual([]);
});

test("guests see neither who uploaded a picture, unless it is an author, nor for which unpublished post", async () => {
  const newPost = async (as: "administrator" | "shop_manager", body: object) =>
    (await shop.call("/wp/v2/posts", { as, method: "POST", body })).json().id;
  const draft = await newPost("administrator", { title: "Plans" });
  const form = { ...(await formOf(await photo(), { post: String(draft) })), as: "administrator" } as const;
  const { id } = (await shop.call("/wp/v2/media", form)).json();
  await newPost("shop_manager", { title: "Shown", status: "publish", featured_media: id });
  const author = shop.users.administrator.id;
  const seen = async (query: string, as: "guest" | "shop_manager" = "guest") => {
    const items: Record<string, unknown>[] = (await shop.call(`/wp/v2/media?${query}`, { as })).json();
    return items.map((one) => [one.author, one.post, Object.keys(one._links as object).includes("author")]);
  };
  const queries = ["", `author=${author}`, `parent=${draft}`];
  const all = (as?: "shop_manager") => Promise.all(queries.map((query) => seen(query, as)));
  expect(await all()).toEqual([[[0, null, false]], [], []]);
  const whole = [[author, draft, true]];
  expect(await all("shop_manager")).toEqual([whole, whole, whole]);
  await shop.call(`/wp/v2/posts/${draft}`, { as: "administrator", method: "POST", body: { status: "publish" } });
  expect(await all()).toEqual([whole, whole, whole]);
});

test("the type comes from the content, not from the name or the stated type", async () => {
  const png = await sharp({ create: { width: 8, height: 8, channels: 4, background: "#0804" } })
    .png()
    .toBuffer();
  const answer = await shop.upload(png, { name: "evil.php" });
  expect([answer.json().mime_type, answer.json().source_url.split(".").at(-1)]).toEqual(["image/png", "png"]);
});

test("a stated MD5, in hex or base64, has to be that of the file", async () => {
  const file = await photo();
  const md5 = (encoding: "hex" | "base64") => createHash("md5").update(file).digest(encoding);
  const status = async (value: string) => (await shop.upload(file, { headers: { "content-md5": value } })).statusCode;
  expect([await status("0".repeat(32)), await status(md5("hex")), await status(md5("base64"))]).toEqual([
    412, 201, 200,
  ]);
  expect(await shop.files("attachments")).toEqual([]);
});

test("uploads without a file, a name or a type are refused with the protocol's codes", async () => {
  const code = async (sent: object) => {
    const answer = await shop.call("/wp/v2/media", { as: "shop_manager", method: "POST", ...sent });
    return [answer.statusCode, answer.json().code];
  };
  const body = await photo();
  const type = { "content-type": "image/jpeg" };
  expect(await code({ body: {} })).toEqual([400, "rest_upload_no_data"]);
  expect(await code({})).toEqual([400, "rest_upload_no_data"]);
  expect(
    await code({ body: Buffer.alloc(0), headers: { ...type, "content-disposition": "attachment; filename=a.jpg" } }),
  ).toEqual([400, "rest_upload_no_data"]);
  expect(await code({ body, headers: type })).toEqual([400, "rest_upload_no_content_disposition"]);
  expect(await code({ body, headers: { ...type, "content-disposition": "inline" } })).toEqual([
    400,
    "rest_upload_invalid_disposition",
  ]);
  expect(await code(await formOf(body, {}, "a.jpg", "picture"))).toEqual([400, "rest_upload_no_data"]);
  expect(await code(await formOf(body, { alt_text: "x".repeat(2000) }))).toEqual([400, "rest_invalid_param"]);
  expect(await shop.files("attachments")).toEqual([]);
  expect(await shop.rows("select from media")).toEqual([]);
});

test("guests and customers upload nothing, and their files are not read", async () => {
  const file = await photo();
  const answers = [await shop.upload(file, { as: "guest" }), await shop.upload(file, { as: "customer" })];
  expect(answers.map((one) => [one.statusCode, one.json().code])).toEqual([
    [401, "rest_cannot_create"],
    [403, "rest_cannot_create"],
  ]);
  expect(await shop.files("attachments")).toEqual([]);
});

test("texts of a picture can be changed, which the audit log records", async () => {
  const { id } = (await shop.upload(await photo())).json();
  shop.time = new Date(shop.time.getTime() + 60_000);
  const answer = await shop.call(`/wp/v2/media/${id}`, {
    as: "shop_manager",
    method: "PUT",
    body: { alt_text: "A <b>cup</b>", caption: { raw: "Hot" }, title: "Tea" },
  });
  expect(answer.json()).toMatchObject({
    alt_text: "A cup",
    caption: { raw: "Hot" },
    title: { raw: "Tea" },
    description: { raw: "" },
  });
  expect(answer.json().modified_gmt).toBe("2026-11-26T12:01:00");
  const log = await shop.rows(`select before, after from audit_log where action = 'media' and subject = '${id}'`);
  expect(log).toEqual([
    { before: { alt: "", title: "picture", caption: "" }, after: { alt: "A cup", title: "Tea", caption: "Hot" } },
  ]);
});

test("a picture is deleted for good only: its files by a job, and it can be added again", async () => {
  const file = await photo();
  const { id } = (await shop.upload(file)).json();
  const remove = (query: string) => shop.call(`/wp/v2/media/${id}${query}`, { as: "shop_manager", method: "DELETE" });
  const kept = await remove("");
  expect([kept.statusCode, kept.json().code]).toEqual([501, "rest_trash_not_supported"]);
  const gone = await remove("?force=true");
  expect([gone.statusCode, gone.json().deleted, gone.json().previous.id]).toEqual([200, true, id]);
  expect((await remove("?force=true")).statusCode).toBe(404);
  const [job] = await shop.rows(
    "select run_at <= now() as due from graphile_worker.jobs where task_identifier = 'delete-media-files'",
  );
  expect(job).toEqual({ due: true });
  expect((await shop.upload(file)).statusCode).toBe(201);
  expect(await shop.files("media")).toHaveLength(1);
  const log = await shop.rows(`select before from audit_log where action = 'media' and subject = '${id}'`);
  expect(log).toEqual([{ before: { file: expect.any(String), title: "picture" } }]);
});
