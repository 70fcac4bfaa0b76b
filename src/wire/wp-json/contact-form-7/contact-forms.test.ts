import { existsSync } from "node:fs";
import { mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { FastifyInstance } from "fastify";
import type { JobHelpers } from "graphile-worker";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Mail } from "#platform/mailer.ts";
import { openSignatures } from "#platform/signatures.ts";
import { openLocalFolder } from "#platform/storage/local-folder.ts";
import type { FileStorage } from "#platform/storage/storage.ts";
import { routes } from "#routes";
import { captchaQuestion, captchaText } from "#shop/contact/challenges/challenges.ts";
import { deleteUnusedFiles, sweepUploads } from "#shop/contact/files/forget-files.ts";
import {
  deleteOldMessages,
  eraseMessage,
  listMessages,
  setMessageStatus,
} from "#shop/contact/messages/contact-messages.ts";
import { countUses } from "#shop/rate-limits.ts";
import { setSetting } from "#shop/settings/settings.ts";
import { localFiles } from "../../../../tests/support/local-files.ts";
import { createTestDatabase, type TestDatabase } from "../../../../tests/support/test-database.ts";
import { contactMails } from "../../../jobs/contact-mails.ts";
import { deliverMail } from "../../../jobs/deliver-mail.ts";
import { openClamd } from "../../../platform/clamd.fixtures.ts";
import { openWholeShop, origin } from "../../page-requests/whole-shop.fixtures.ts";
import { formBody, giveForm, type Part } from "./contact-forms.fixtures.ts";

const { host } = new URL(origin);
const now = new Date("2026-11-21T12:00:00Z");
const signatures = openSignatures([{ value: "a secret of thirty-two characters" }]);
const template = `[text* your-name] [email* your-email] [text your-subject] [textarea your-message]
[file your-file limit:2kb filetypes:pdf|png|txt] [select topic "Sales|sales@example.com" "Help"] [submit]`;
const sana: [string, Part][] = [
  ["your-name", "Sana"],
  ["your-email", "sana@example.com"],
  ["your-subject", "Hello\r\nBcc: x@example.com"],
  ["your-message", "Do you deliver?"],
  ["_wpcf7_ak_js", String(now.getTime() - 60_000)],
];

let database: TestDatabase;
let app: FastifyInstance;
let folder: string;
let contact: number;
let attachments: FileStorage;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "chowk-contact-"));
  attachments = openLocalFolder(join(folder, "attachments"));
  database = await createTestDatabase();
  ({ app } = await openWholeShop(database, () => now, { DATA_DIR: folder }));
  contact = await giveForm(database.db, "contact", template);
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  await database.pool.query("delete from contact_messages; delete from rate_limits; delete from mail_outbox");
  await deleteUnusedFiles(database.db, attachments, 100);
});

async function send(id: number, parts: readonly (readonly [string, Part])[], headers: Record<string, string> = {}) {
  const body = formBody(id, parts);
  const url = routes.formFeedback(id);
  return app.inject({ method: "POST", url, payload: body.payload, headers: { host, ...body.headers, ...headers } });
}

async function stored() {
  const keys: string[] = [];
  for await (const { key } of attachments.list()) keys.push(key);
  return { messages: await listMessages(database.db, { limit: 100 }), keys };
}

const page = `${origin}/contact/?a=1`;

test("an accepted message is stored with its mail job; the answer has the stated keys", async () => {
  const answer = await send(contact, sana, { referer: page });
  expect(answer.json()).toEqual({
    contact_form_id: contact,
    status: "mail_sent",
    message: "Thank you for your message. It has been sent.",
    posted_data_hash: expect.stringMatching(/^[0-9a-f]{32}$/),
    into: `#wpcf7-f${contact}-o1`,
    invalid_fields: [],
  });
  const { messages } = await stored();
  expect(messages).toEqual([
    expect.objectContaining({
      formId: contact,
      status: "received",
      mails: "waiting",
      serialNumber: expect.any(Number),
      subject: "Hello\r\nBcc: x@example.com",
      fromName: "Sana",
      fromEmail: "sana@example.com",
      spamScore: 0,
      spamReasons: [],
      userId: null,
      receivedAt: now,
    }),
  ]);
  expect(messages[0]?.meta).toMatchObject({ _url: page, _remote_ip: "127.0.0.1" });
  const { rows } = await database.pool.query(
    "select 1 from graphile_worker.jobs where task_identifier = 'contact-mails'",
  );
  expect(rows.length).toBe(1);
});

test("the mail job run twice writes each mail once; no field adds a header or a recipient", async () => {
  await send(contact, sana, { referer: page });
  const [message] = (await stored()).messages;
  const job = contactMails({ db: database.db, clock: { now: () => now }, linkOrigin: () => origin });
  for (let times = 0; times < 2; times += 1) await job({ messageIds: [message?.id] }, {} as JobHelpers);
  const { rows } = await database.pool.query("select * from mail_outbox order by id");
  expect(rows.map(({ recipient, subject, text }) => ({ recipient, subject, text }))).toEqual([
    {
      recipient: "shop@example.com",
      subject: `${message?.serialNumber} Hello Bcc: x@example.com`,
      text: `Sana wrote on ${page}: Do you deliver?`,
    },
    { recipient: "sana@example.com", subject: "Received", text: "Thank you, Sana." },
  ]);
  expect(rows[0].extras).toMatchObject({
    replyTo: [{ name: "Sana", address: "sana@example.com" }],
    headers: [{ name: "X-Topic", value: "Hello Bcc: x@example.com" }],
  });
  expect(rows[0].extras).not.toHaveProperty("bcc");
  expect((await stored()).messages[0]?.mails).toBe("written");
});

test("an address that senders typed gets five mails an hour from one network address; the shop gets all of its own", async () => {
  const job = contactMails({ db: database.db, clock: { now: () => now }, linkOrigin: () => origin });
  const countMails = async () => {
    const { rows } = await database.pool.query("select recipient, count(*)::int as count from mail_outbox group by 1");
    return Object.fromEntries(rows.map(({ recipient, count }) => [recipient, count]));
  };
  const sendSeven = async (email: string) => {
    const others = sana.filter(([name]) => name !== "your-email" && name !== "your-message");
    for (let count = 0; count < 7; count += 1)
      await send(contact, [...others, ["your-email", email], ["your-message", `${count} ${email}`]]);
    return (await stored()).messages.filter(({ mails }) => mails === "waiting").map(({ id }) => id);
  };
  await job({ messageIds: await sendSeven("sana@example.com") }, {} as JobHelpers);
  expect(await countMails()).toEqual({ "shop@example.com": 7, "sana@example.com": 5 });
  for (const id of await sendSeven("SANA@example.com")) await job({ messageIds: [id] }, {} as JobHelpers);
  expect(await countMails()).toEqual({ "shop@example.com": 14, "sana@example.com": 5 });
});

test("a mail's attachments are the sender's files and the shop's downloads; missing ones are left out", async () => {
  const files = localFiles(folder);
  await files.downloads.put("terms/2026.txt", Buffer.from("our terms"));
  const paths = "[your-file]\n/terms/2026.txt\n../../secret.key\nterms/none.txt";
  const id = await giveForm(database.db, "attached", template, { attachments: paths });
  await send(id, [...sana, ["your-file", { file: "a.txt", content: "their file" }]]);
  const [message] = (await stored()).messages;
  const clock = { now: () => now };
  await contactMails({ db: database.db, clock, linkOrigin: () => origin })(
    { messageIds: [message?.id] },
    {} as JobHelpers,
  );
  const { rows } = await database.pool.query("select id::int as id from mail_outbox order by id limit 1");
  const sent: string[] = [];
  const mailer = {
    async send({ attachments = [] }: Mail) {
      for (const { name, content } of attachments) sent.push(`${name}: ${await text(content)}`);
    },
    close() {},
  };
  await deliverMail({ db: database.db, clock, mailer, files, mailFrom: null })(
    { mailId: rows[0].id },
    {} as JobHelpers,
  );
  expect(sent).toEqual(["a.txt: their file", "2026.txt: our terms"]);
});

test("a message whose mails cannot be written does not hold up the others of its batch", async () => {
  for (let count = 0; count < 2; count += 1) await send(contact, sana);
  const [bad, good] = (await stored()).messages.map(({ id }) => id);
  await database.pool.query("update contact_messages set fields = '{}' where id = $1", [bad]);
  await database.pool.query("delete from graphile_worker._private_jobs");
  const job = contactMails({ db: database.db, clock: { now: () => now }, linkOrigin: () => origin });
  const run = (messageIds: unknown) => job({ messageIds }, {} as JobHelpers);
  await run([good, bad]);
  const { rows } = await database.pool.query("select payload from graphile_worker._private_jobs order by id");
  expect(rows.map(({ payload }) => payload)).toEqual([{ messageIds: [good] }, { messageIds: [bad] }]);
  await run([good]);
  await expect(run([bad])).rejects.toThrow("is not a function");
  expect((await stored()).messages.map(({ mails }) => mails)).toEqual(["waiting", "written"]);
});

test("media type, form and unit tag are checked in this order; the schema is cached", async () => {
  const post = (url: string, type: string) =>
    app.inject({ method: "POST", url, payload: "a=1", headers: { host, "content-type": type } });
  expect((await post(routes.formFeedback(1), "application/json")).json()).toMatchObject({
    code: "wpcf7_unsupported_media_type",
    data: { status: 415 },
  });
  expect((await post(routes.formFeedback(1), "multipart/form-data; boundary=x")).json()).toMatchObject({
    code: "wpcf7_not_found",
  });
  const noTag = await send(contact, [["_wpcf7_unit_tag", "<>"]]);
  expect(noTag.json()).toEqual({
    code: "wpcf7_unit_tag_not_found",
    message: "There is no valid unit tag.",
    data: { status: 400 },
  });
  const schema = () => app.inject({ url: routes.formSchema(contact), headers: { host } });
  expect((await schema()).json()).toMatchObject({ version: "Contact Form 7 SWV Schema 2024-10", locale: "en_US" });
  expect((await schema()).headers["x-cache"]).toBe("hit");
  expect((await app.inject({ url: routes.formSchema(1), headers: { host } })).statusCode).toBe(404);
});

test("a url-encoded form is accepted too", async () => {
  const fields = new URLSearchParams({ "your-name": "Sana", "your-email": "sana@example.com", topic: "Help" });
  const post = (body: string) =>
    app.inject({
      method: "POST",
      url: routes.formFeedback(contact),
      payload: `_wpcf7_unit_tag=wpcf7-f${contact}-o1&${body}`,
      headers: { host, "content-type": "application/x-www-form-urlencoded", "user-agent": "Mozilla/5.0" },
    });
  expect((await post(fields.toString())).json()).toMatchObject({ status: "mail_sent" });
  expect((await stored()).messages).toEqual([expect.objectContaining({ fromName: "Sana" })]);
  expect((await post("a=1&".repeat(2000))).json()).toMatchObject({ code: "wpcf7_too_large", data: { status: 413 } });
  expect((await post(`a=${"x".repeat(2_000_000)}`)).statusCode).toBe(413);
});

test("many people may send the same short text; the third copy of a long one is spam", async () => {
  const sendThrice = async (form: number, text: string) => {
    const answers: string[] = [];
    for (let count = 0; count < 3; count += 1) answers.push((await send(form, [["your-message", text]])).json().status);
    return answers;
  };
  const rating = await giveForm(database.db, "rating", "[number your-message]");
  expect(await sendThrice(rating, "5")).toEqual(["mail_sent", "mail_sent", "mail_sent"]);
  const advert = "Cheap watches for everybody, now!";
  expect(await sendThrice(await giveForm(database.db, "open", "[text your-message]"), advert)).toEqual([
    "mail_sent",
    "mail_sent",
    "spam",
  ]);
});

test("invalid fields are named in the form's order, files included; nothing is stored", async () => {
  const answer = await send(contact, [
    ["your-email", "sana"],
    ["your-file", { file: "page.pdf", content: "<html><script>alert(1)</script>" }],
    ["topic", "Other"],
  ]);
  expect(answer.json()).toMatchObject({
    status: "validation_failed",
    posted_data_hash: "",
    invalid_fields: [
      {
        field: "your-name",
        message: "Please fill out this field.",
        idref: null,
        error_id: `wpcf7-f${contact}-o1-ve-your-name`,
      },
      { field: "your-email", message: "Please enter an email address." },
      { field: "your-file", message: "You are not allowed to upload files of this type." },
      { field: "topic", message: "Undefined value was submitted through this field." },
    ],
  });
  expect(await stored()).toEqual({ messages: [], keys: [] });
});

test("a file is stored under a name of ours and mailed; too large ones, broken uploads and unknown fields leave nothing", async () => {
  const pdf = { file: "../../cv.php.pdf", content: "%PDF-1.7 hello" };
  const large = await send(contact, [...sana, ["your-file", { file: "cv.pdf", content: `%PDF-${"x".repeat(3000)}` }]]);
  expect(large.json()).toMatchObject({ invalid_fields: [{ message: "The uploaded file is too large." }] });
  const { payload, headers } = formBody(contact, [...sana, ["your-file", pdf]]);
  const broken = await app.inject({
    method: "POST",
    url: routes.formFeedback(contact),
    payload: payload.subarray(0, -60),
    headers: { host, ...headers },
  });
  expect(broken.json()).toMatchObject({ code: "wpcf7_broken_form_data", data: { status: 400 } });
  expect((await stored()).keys).toEqual([]);
  const sent = await send(contact, [...sana, ["other", pdf], ["your-file", pdf]]);
  expect(sent.json()).toMatchObject({ status: "mail_sent" });
  const { messages, keys } = await stored();
  expect(keys).toEqual([expect.stringMatching(/^2026\/11\/21\/[0-9a-f]{32}$/)]);
  expect(messages[0]?.files).toEqual([
    { position: 0, field: "your-file", name: "cv.php_.pdf", mediaType: "application/pdf", size: 14, key: keys[0] },
  ]);
  const id = messages[0]?.id ?? 0;
  const link = (expires: number, signature = signatures.sign("message file", id, 0, expires)) =>
    app.inject({ url: routes.messageFile(id, 0, expires, signature), headers: { host } });
  const later = Math.floor(now.getTime() / 1000) + 60;
  const opened = await link(later);
  expect([opened.body, opened.headers["content-disposition"], opened.headers["x-content-type-options"]]).toEqual([
    "%PDF-1.7 hello",
    `attachment; filename="cv.php_.pdf"; filename*=UTF-8''cv.php_.pdf`,
    "nosniff",
  ]);
  expect((await link(later - 120)).statusCode).toBe(404);
  expect((await link(later, "0".repeat(64))).statusCode).toBe(404);
});

test("spam is kept with score and reasons, is not mailed, and can be released", async () => {
  const answer = await send(contact, [...sana, ["_wpcf7_ak_hp_textarea", "x"], ["ak_bkpc", "3"]]);
  expect(answer.json()).toMatchObject({
    status: "spam",
    posted_data_hash: "",
    message: "There was an error trying to send your message. Please try again later.",
  });
  const [message] = (await stored()).messages;
  expect(message).toMatchObject({ status: "spam", spamScore: 10, spamReasons: ["honeypot"], mails: "waiting" });
  expect(JSON.stringify(message?.fields)).not.toContain("bkpc");
  await setMessageStatus(database.db, message?.id ?? 0, "received");
  expect((await stored()).messages[0]?.status).toBe("received");
});

test("10,000 fields and huge values are refused; __proto__ and fields of scripts are ignored", async () => {
  const many: [string, Part][] = Array.from({ length: 10_000 }, (_, index) => [`f${index}`, "1"]);
  expect((await send(contact, many)).json()).toMatchObject({ code: "wpcf7_too_large", data: { status: 413 } });
  expect((await send(contact, [["your-name", "x".repeat(300_000)]])).statusCode).toBe(413);
  const odd = await send(contact, [
    ...sana,
    ["__proto__", "x"],
    ["constructor[a]", "x"],
    ["your-message", "a\0b\ud800"],
  ]);
  expect(odd.json()).toMatchObject({ status: "mail_sent" });
  const [message] = (await stored()).messages;
  expect(message?.fields.map(({ name }) => name)).toEqual([
    "your-name",
    "your-email",
    "your-subject",
    "your-message",
    "your-file",
    "topic",
  ]);
});

test("additional settings: demo mode and do_not_store keep nothing, skip_mail sends nothing, subscribers_only refuses guests", async () => {
  const form = (slug: string, settings: string) => giveForm(database.db, slug, template, { settings });
  const demo = await form("demo", "demo_mode: on");
  expect((await send(demo, sana)).json()).toMatchObject({ status: "mail_sent", demo_mode: true });
  expect((await stored()).messages).toEqual([]);
  const members = await form("members", "subscribers_only: true");
  expect((await send(members, sana)).json()).toMatchObject({
    status: "error",
    message: "This contact form is available only for logged in users.",
  });
  const silent = await form("silent", "skip_mail: on");
  expect((await send(silent, sana)).json()).toMatchObject({ status: "mail_sent" });
  expect((await stored()).messages).toEqual([expect.objectContaining({ formId: silent, mails: "none" })]);
  const unkept = await form("unkept", "do_not_store: on");
  expect((await send(unkept, [...sana, ["your-file", { file: "a.txt", content: "hi" }]])).json()).toMatchObject({
    status: "mail_sent",
  });
  const [message] = (await stored()).messages;
  await contactMails({ db: database.db, clock: { now: () => now }, linkOrigin: () => origin })(
    { messageIds: [message?.id] },
    {} as JobHelpers,
  );
  expect((await stored()).messages.map(({ formId }) => formId)).toEqual([silent]);
  expect((await database.pool.query("select is_last from mail_outbox")).rows).toEqual([
    { is_last: true },
    { is_last: true },
  ]);
});

test("mail_failed says that the mail has no recipient; the message is kept", async () => {
  const lost = await giveForm(database.db, "lost", template, { to: "nobody" });
  expect((await send(lost, sana)).json()).toMatchObject({ status: "mail_failed" });
  expect((await stored()).messages).toHaveLength(1);
});

test("acceptance is required and recorded; consent_for:storage decides whether the message is kept", async () => {
  const terms = await giveForm(
    database.db,
    "terms",
    '[text your-name] [acceptance terms] I agree [/acceptance] [acceptance keep optional consent_for:storage "Keep it"]',
  );
  expect((await send(terms, [["your-name", "Sana"]])).json()).toMatchObject({
    status: "acceptance_missing",
    message: "You must accept the terms and conditions before sending your message.",
  });
  await send(terms, [
    ["your-name", "Sana"],
    ["terms", "1"],
  ]);
  await send(terms, [
    ["your-name", "Ali"],
    ["terms", "1"],
    ["keep", "1"],
  ]);
  const { messages } = await stored();
  expect(messages.map(({ isKept, consent }) => ({ isKept, consent }))).toEqual([
    { isKept: true, consent: { terms: "I agree", keep: "Keep it" } },
    { isKept: false, consent: { terms: "I agree" } },
  ]);
});

test("quiz and captcha: refilled with every answer; a captcha works once, by its picture or its question", async () => {
  const id = await giveForm(
    database.db,
    "quiz",
    '[quiz sum "2+2=?|4"] [captchac code size:l fg:#036 bg:#FFFFCC] [captchar code]',
  );
  const refill = async () => (await app.inject({ url: routes.formRefill(id), headers: { host } })).json();
  const { quiz, captcha } = await refill();
  expect(quiz.sum).toEqual(["2+2=?", expect.stringMatching(/^[0-9a-f]{56}$/)]);
  const number = /\/(\d+)\.png$/.exec(captcha.code)?.[1] ?? "";
  const picture = await app.inject({ url: captcha.code, headers: { host } });
  expect([picture.headers["content-type"], picture.rawPayload.subarray(1, 4).toString()]).toEqual(["image/png", "PNG"]);
  expect([...(await sharp(picture.rawPayload).removeAlpha().raw().toBuffer()).subarray(0, 3)]).toEqual([255, 255, 204]);
  const answer = (sum: string, code: string, challenge: string, signature = quiz.sum[1]): [string, Part][] => [
    ["sum", sum],
    ["_wpcf7_quiz_answer_sum", signature],
    ["code", code],
    ["_wpcf7_captcha_challenge_code", challenge],
  ];
  const right = captchaText(signatures, Number(number));
  const wrong = (await send(id, answer("5", "", "1"))).json();
  expect(wrong.invalid_fields.map(({ message }: { message: string }) => message)).toEqual([
    "The answer to the quiz is incorrect.",
    "Your entered code is incorrect.",
  ]);
  expect(wrong.captcha.code).not.toBe(captcha.code);
  const [, again] = wrong.quiz.sum;
  expect((await send(id, answer("4", right, "1", again))).json()).toMatchObject({ status: "validation_failed" });
  const [, fresh] = (await refill()).quiz.sum;
  const sent = (await send(id, answer(" 4 ", right.toLowerCase(), number, fresh))).json();
  expect(sent).toMatchObject({ status: "mail_sent" });
  const next = /\/(\d+)\.png$/.exec(wrong.captcha.code)?.[1] ?? "";
  const inWords = captchaQuestion(signatures, { formId: id, name: "code" }, now).answer;
  for (const used of [fresh, again, quiz.sum[1]])
    expect((await send(id, answer("4", inWords, next, used))).json()).toMatchObject({ status: "validation_failed" });
  const last = (await refill()).captcha.code.replace(/^.*\/(\d+)\.png$/, "$1");
  expect((await send(id, answer("4", inWords, last, sent.quiz.sum[1]))).json()).toMatchObject({ status: "mail_sent" });
  expect((await app.inject({ url: routes.formRefill(contact), headers: { host } })).json()).toEqual([]);
});

test("files are scanned if a setting names a scanner; without its answer they are refused", async () => {
  const txt = (content: string): [string, Part][] => [...sana, ["your-file", { file: "a.txt", content }]];
  const messages = async (content: string) => {
    const { status, invalid_fields: invalid } = (await send(contact, txt(content))).json();
    return [status, ...invalid.map(({ message }: { message: string }) => message)];
  };
  const before = await stored();
  await setSetting(database.db, "virus_scanner", await openClamd());
  expect(await messages("xEICARx")).toEqual(["validation_failed", "You are not allowed to upload files of this type."]);
  await setSetting(database.db, "virus_scanner", "tcp://127.0.0.1:1");
  expect(await messages("hello")).toEqual(["validation_failed", "There was an unknown error uploading the file."]);
  expect(await stored()).toEqual(before);
  await setSetting(database.db, "virus_scanner", "");
});

test("a puzzle is asked for only when both keys are set, since forms show it only then", async () => {
  const set = { puzzle_service: "turnstile", puzzle_secret_key: "secret", puzzle_site_key: "" } as const;
  for (const [name, value] of Object.entries(set)) await setSetting(database.db, name, value);
  expect((await send(contact, sana)).json()).toMatchObject({ status: "mail_sent" });
  await setSetting(database.db, "puzzle_site_key", "site");
  expect((await send(contact, sana)).json()).toMatchObject({ status: "spam" });
  expect((await stored()).messages[0]?.spamReasons).toContain("puzzle_failed");
  await setSetting(database.db, "puzzle_service", "none");
});

test("files from an address that sends very many forms are not kept, their messages are", async () => {
  const use = { limit: "formByAddress", address: "127.0.0.1" } as const;
  await countUses(database.db, [{ use, times: 60 }], now);
  const answer = await send(contact, [...sana, ["your-file", { file: "a.txt", content: "kept" }]]);
  expect(answer.json()).toMatchObject({ status: "spam" });
  const { messages, keys } = await stored();
  expect(keys).toEqual([]);
  expect(messages[0]).toMatchObject({ spamReasons: ["address_busy", "address_flooding"], files: [] });
  expect(messages[0]?.fields).toContainEqual(expect.objectContaining({ name: "your-file", values: ["a.txt"] }));
});

test("disallowed words make spam", async () => {
  await setSetting(database.db, "disallowed_words", ["deliver"]);
  expect((await send(contact, sana)).json()).toMatchObject({ status: "spam" });
  await setSetting(database.db, "disallowed_words", []);
});

test("files of deleted messages are deleted once their mails are sent; those of kept messages stay", async () => {
  const file: [string, Part][] = [["your-file", { file: "a.txt", content: "kept" }]];
  await send(contact, [...sana, ...file]);
  const unkept = await giveForm(database.db, "mailed", template, { settings: "do_not_store: on" });
  await send(unkept, [...sana, ...file]);
  const [mailed, message] = (await stored()).messages;
  const job = contactMails({ db: database.db, clock: { now: () => now }, linkOrigin: () => origin });
  await job({ messageIds: [mailed?.id] }, {} as JobHelpers);
  expect(await deleteUnusedFiles(database.db, attachments, 10)).toBe(0);
  await database.pool.query("update mail_outbox set sent_at = now()");
  expect(await deleteUnusedFiles(database.db, attachments, 10)).toBe(1);
  expect((await stored()).keys).toEqual(message?.files.map(({ key }) => key));
  await eraseMessage(database.db, message?.id ?? 0);
  expect(await deleteUnusedFiles(database.db, attachments, 10)).toBe(1);
  expect((await stored()).keys).toEqual([]);
});

test("uploads without a message and interrupted ones are deleted after two days; each day is looked at once", async () => {
  const listed: (string | undefined)[] = [];
  const watched = {
    delete: (key: string) => attachments.delete(key),
    list: (prefix?: string) => (listed.push(prefix), attachments.list(prefix)),
    deleteDrafts: (prefix: string, before: Date) => attachments.deleteDrafts(prefix, before),
  };
  const sweep = (day: number) => sweepUploads(database.db, watched, new Date(Date.UTC(2026, 10, day, 1)));
  await send(contact, [...sana, ["your-file", { file: "a.txt", content: "kept" }]]);
  for (const day of [19, 20, 21]) await attachments.put(`2026/11/${day}/lost`, Buffer.from("x"));
  const interrupted = join(folder, "attachments/2026/11/21/interrupted.part");
  await writeFile(interrupted, "x");
  await utimes(interrupted, now, now);
  expect([await sweep(22), await sweep(22)]).toEqual([2, 0]);
  expect(existsSync(interrupted)).toBe(true);
  expect(await sweep(23)).toBe(1);
  expect(existsSync(interrupted)).toBe(false);
  expect(listed).toEqual(["", "2026/11/21/"]);
  expect((await stored()).keys).toEqual([expect.stringMatching(/^2026\/11\/21\/[0-9a-f]{32}$/)]);
});

test("messages and spam are deleted after the days in the settings", async () => {
  await send(contact, sana);
  await send(contact, [...sana, ["_wpcf7_ak_hp_textarea", "x"]]);
  const days = { message_days: 730, spam_days: 30 };
  const after = (count: number) => new Date(now.getTime() + count * 86_400_000);
  expect(await deleteOldMessages(database.db, days, after(30), 10)).toBe(0);
  expect(await deleteOldMessages(database.db, days, after(31), 10)).toBe(1);
  expect(await deleteOldMessages(database.db, { ...days, message_days: 0 }, after(9999), 10)).toBe(0);
  expect(await deleteOldMessages(database.db, days, after(731), 10)).toBe(1);
});
