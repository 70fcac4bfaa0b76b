import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import fc from "fast-check";
import { expect, test } from "vitest";
import { MultipartError, type MultipartOptions, readMultipart } from "./multipart.ts";

const headers = { "content-type": "multipart/form-data; boundary=xx" };

function part(head: string, content: string): string {
  return `--xx\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`;
}

const file = (name: string, content: string) =>
  part(`name="cv"; filename="${name}"\r\nContent-Type: text/plain`, content);

function read(body: string | Readable, options: Partial<MultipartOptions<string>> = {}) {
  const stream =
    typeof body === "string" ? Readable.from(body.match(/.{1,7}/gs)?.map((text) => Buffer.from(text)) ?? []) : body;
  return readMultipart<string>(stream, headers, {
    maxFields: 5,
    maxFiles: 2,
    maxFieldBytes: 100,
    maxTextBytes: 200,
    onFile: async ({ name, stream: content }) => `${name}: ${(await buffer(content)).toString()}`,
    ...options,
  });
}

const codeOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof MultipartError ? error.code : error;
};

test("fields and files come in the posted order, with names in UTF-8", async () => {
  const body = `${part('name="a"', "1")}${file("rés&é.txt", "hello\r\nworld")}${part('name="__proto__"', "2")}${part('name="a"', "3")}--xx--`;
  expect(await read(body)).toEqual([
    ["a", "1"],
    ["cv", "rés&é.txt: hello\r\nworld"],
    ["__proto__", "2"],
    ["a", "3"],
  ]);
});

test("a file that nobody wants is skipped", async () => {
  const body = `${file("a.txt", "x".repeat(100_000))}${part('name="a"', "1")}--xx--`;
  expect(await read(body, { onFile: () => undefined })).toEqual([["a", "1"]]);
});

test("too many fields, too many files and too long values are refused", async () => {
  const many = Array.from({ length: 6 }, (_, index) => part(`name="f${index}"`, "1")).join("");
  expect(await codeOf(read(`${many}--xx--`))).toBe("too_large");
  expect(await codeOf(read(`${file("a", "1").repeat(3)}--xx--`))).toBe("too_large");
  expect(await codeOf(read(`${part('name="a"', "x".repeat(101))}--xx--`))).toBe("too_large");
  expect(await codeOf(read(`${part('name="a"', "x".repeat(99)).repeat(3)}--xx--`))).toBe("too_large");
});

test("a broken or unfinished body is refused, and the file in it fails", async () => {
  let failed: unknown;
  const onFile: MultipartOptions<string>["onFile"] = async ({ stream }) => {
    try {
      return (await buffer(stream)).toString();
    } catch (error) {
      failed = error;
      throw error;
    }
  };
  expect(await codeOf(read(`${part('name="a"', "1")}${file("a.txt", "cut").slice(0, -4)}`, { onFile }))).toBe(
    "invalid",
  );
  expect(failed).toBeInstanceOf(Error);
  expect(await codeOf(read("no boundary at all"))).toBe("invalid");
  const away = new Readable({ read() {} });
  away.push(part('name="a"', "1") + file("a.txt", "cut"));
  const reading = codeOf(read(away, { onFile }));
  away.destroy();
  expect(await reading).toBe("invalid");
});

test("without a boundary nothing is read; an error of the receiver is passed on", async () => {
  const options = { maxFields: 1, maxFiles: 1, maxFieldBytes: 1, maxTextBytes: 1, onFile: () => undefined };
  expect(await codeOf(readMultipart(Readable.from([]), { "content-type": "multipart/form-data" }, options))).toBe(
    "invalid",
  );
  const error = new Error("disk full");
  expect(await codeOf(read(`${file("a.txt", "x".repeat(500))}--xx--`, { onFile: () => Promise.reject(error) }))).toBe(
    error,
  );
});

const pieces = fc.constantFrom(
  "--xx",
  "--xx--",
  "\r\n",
  "\r\n\r\n",
  "Content-Disposition: form-data",
  "Content-Disposition: attachment",
  '; name="a"',
  '; name=""',
  "; name",
  '; filename="b.txt"',
  "; filename*=utf-8''%ff%zz",
  "Content-Type: text/plain; charset=none",
  "Content-Transfer-Encoding: base64",
  "\0",
  "text",
);

test("no sequence of bytes does more than fail", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(pieces, fc.string({ maxLength: 5 })), { maxLength: 30 }), async (parts) => {
      const body = `--xx\r\n${parts.join("")}`;
      const outcome = await read(body, { onFile: async ({ stream }) => (await buffer(stream)).toString() }).then(
        () => "read",
        (error: unknown) => error,
      );
      expect(outcome === "read" || outcome instanceof MultipartError).toBe(true);
    }),
    { numRuns: 2000 },
  );
});
