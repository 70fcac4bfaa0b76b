import { expect, test } from "vitest";
import { hangUp, json, openFakeApi, plain, type Received, type Step, silence } from "./fake-api.fixtures.ts";

const failed = json({ code: "internal_error", message: "" }, 500, { "x-wp-upload-attachment-id": "42" });
const lineOf = ({ method, url, headers }: Received) => {
  const asked = String(headers["x-http-method-override"] ?? method);
  return `${asked} ${url.pathname.replace("/wp-json/wp/v2/", "")}${url.search.replace("_locale=user", "")}`;
};

function upload() {
  const body = new FormData();
  body.append("file", new Blob(["picture"]), "tea.jpg");
  return { path: "/wp/v2/media", method: "POST", body } as const;
}

test("an upload that succeeds is one request", async () => {
  const { api, received } = await openFakeApi([json({ id: 42 }, 201, { "x-wp-upload-attachment-id": "42" })]);
  expect(await api.call(upload())).toEqual({ id: 42 });
  expect(received.map(lineOf)).toEqual(["POST media?"]);
  expect(received[0]?.headers["content-type"]).toMatch(/^multipart\/form-data; boundary=/);
});

test("an upload that has arrived and failed is finished", async () => {
  const { api, received } = await openFakeApi([failed, failed, hangUp, plain("no", 502), json({ id: 42 })]);
  expect(await api.call(upload())).toEqual({ id: 42 });
  expect(received.map(lineOf)).toEqual(["POST media?", ...Array(4).fill("POST media/42/post-process?")]);
  expect(JSON.parse(received[1]?.body ?? "")).toEqual({ action: "create-image-subsizes" });
});

test("after five failed tries the upload is deleted, and the error says what to do", async () => {
  const { api, received } = await openFakeApi([failed]);
  await expect(api.call({ ...upload(), headers: { authorization: "Basic c2FuYQ==" } })).rejects.toMatchObject({
    code: "post_process",
    message: "Media upload failed. If this is a photo or a large image, please scale it down and try again.",
  });
  expect(received.map(lineOf)).toEqual([
    "POST media?",
    ...Array(5).fill("POST media/42/post-process?"),
    "DELETE media/42?force=true&",
  ]);
  expect(new Set(received.map(({ headers }) => headers.authorization))).toEqual(new Set(["Basic c2FuYQ=="]));
});

test("an upload that the server refuses to finish is not tried again", async () => {
  const refused = json({ code: "rest_upload_sideload_error", message: "No." }, 400);
  const { api, received } = await openFakeApi([failed, plain("busy", 429), refused]);
  await expect(api.call(upload())).rejects.toMatchObject({ code: "post_process" });
  expect(received.map(lineOf)).toEqual([
    "POST media?",
    ...Array(2).fill("POST media/42/post-process?"),
    "DELETE media/42?force=true&",
  ]);
});

test.for<[string, Step, string]>([
  [
    "a refusal",
    json({ code: "rest_upload_sideload_error", message: "No." }, 400, { "x-wp-upload-attachment-id": "42" }),
    "rest_upload_sideload_error",
  ],
  ["a failure without an id", json({ code: "internal_error", message: "" }, 500), "internal_error"],
  [
    "a failure with a strange id",
    json({ code: "internal_error", message: "" }, 500, { "x-wp-upload-attachment-id": "../1" }),
    "internal_error",
  ],
  ["a cut connection", hangUp, "fetch_error"],
])("%s is the error of the upload, which is not finished", async ([, step, code]) => {
  const { api, received } = await openFakeApi([step]);
  await expect(api.call(upload())).rejects.toMatchObject({ code });
  expect(received).toHaveLength(1);
});

test("only new media are finished: other calls that fail with the header are not", async () => {
  const { api, received } = await openFakeApi([failed]);
  await expect(api.call({ path: "/wp/v2/media/42", method: "POST", data: {} })).rejects.toMatchObject({
    code: "internal_error",
  });
  await expect(api.call({ path: "/wp/v2/media" })).rejects.toMatchObject({ code: "internal_error" });
  expect(received).toHaveLength(2);
});

test("an upload that its caller ends while it is finished is deleted", async () => {
  const { api, received } = await openFakeApi([failed, silence, json({ deleted: true })]);
  const controller = new AbortController();
  const call = api.call({ ...upload(), signal: controller.signal });
  await expect.poll(() => received.length).toBe(2);
  controller.abort();
  await expect(call).rejects.toMatchObject({ name: "AbortError" });
  expect(received.map(lineOf).at(-1)).toBe("DELETE media/42?force=true&");
});

test("an upload that its caller ends between two tries is deleted", async () => {
  const { api, received } = await openFakeApi([failed, failed, json({ deleted: true })], { pauseMs: 60_000 });
  const controller = new AbortController();
  const call = api.call({ ...upload(), signal: controller.signal });
  await expect.poll(() => received.length).toBe(2);
  // The answer of the first try may still be on its way.
  setTimeout(() => controller.abort(), 50);
  await expect(call).rejects.toMatchObject({ name: "AbortError" });
  expect(received.map(lineOf).at(-1)).toBe("DELETE media/42?force=true&");
});
