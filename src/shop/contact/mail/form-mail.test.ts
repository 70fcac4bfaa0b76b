import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { postedFields } from "../posted-fields.rules.ts";
import { parseTemplate } from "../template/form-template.rules.ts";
import { composeMail, type MailTemplate } from "./form-mail.rules.ts";
import type { MailTagValues } from "./mail-tags.rules.ts";

const form =
  '[text name] [email mail] [textarea message] [select team "Sales|sales@shop.test, boss@shop.test" "Bad"] [file doc]';

const template: MailTemplate = {
  active: true,
  recipient: "[_site_admin_email]",
  sender: "[_site_title] <wordpress@[_site_domain]>",
  subject: '[_site_title] "[name]"',
  additionalHeaders: "Reply-To: [mail]",
  body: "From: [name] <[mail]>\n\n[message]",
  attachments: "",
  useHtml: false,
  excludeBlank: false,
};

test("a mail has its texts and addresses", () => {
  expect(composeMail(template, values({ name: "Ann", mail: "ann@a.test", message: "Hi\nthere" }))).toEqual({
    to: [{ name: "", address: "admin@shop.test" }],
    from: { name: "My, Shop", address: "wordpress@shop.test" },
    replyTo: [{ name: "", address: "ann@a.test" }],
    cc: [],
    bcc: [],
    subject: 'My, Shop "Ann"',
    headers: [],
    body: { text: "From: Ann <ann@a.test>\n\nHi\nthere" },
    attachments: { fields: [], paths: [] },
    typedRecipients: [],
  });
});

test.each<[recipient: string, posted: Record<string, string>, to: string[]]>([
  ["a@b.test, B <b@b.test>", {}, ["a@b.test", "B <b@b.test>"]],
  ['"Doe, Jane" <j@b.test>', {}, ["Doe, Jane <j@b.test>"]],
  ["[name] <[mail]>", { name: "A, B", mail: "a@b.test" }, ["A, B <a@b.test>"]],
  ["[team]", { team: "Sales" }, ["sales@shop.test", "boss@shop.test"]],
  ["[team]", { team: "x@evil.test, y@evil.test" }, []],
  ["[mail]", { mail: "a@b.test, evil@c.test" }, []],
  ["[mail]", { mail: "a@b.test\r\nBcc: evil@c.test" }, []],
  ["[name] <a@b.test>", { name: "x <evil@c.test>, y" }, ["x <evil@c.test>, y <a@b.test>"]],
  ["[mail], a@b.test", {}, ["a@b.test"]],
  ["[nothing]", {}, []],
  ["", {}, []],
])("%j with %j goes to %j", (recipient, posted, to) => {
  const mail = composeMail({ ...template, recipient }, values(posted));
  expect(mail.to.map(({ name, address }) => (name ? `${name} <${address}>` : address))).toEqual(to);
});

test.each<[recipient: string, headers: string, typed: string[]]>([
  ["[mail]", "", ["x@a.test"]],
  ["shop@b.test", "Cc: [mail]\nBcc: [_raw_mail]\nReply-To: [mail]", ["x@a.test", "x@a.test"]],
  ["[team]", "Cc: [_site_admin_email]", []],
])("of the recipients %j with %j, %j are typed by the sender", (recipient, additionalHeaders, typed) => {
  const mail = composeMail({ ...template, recipient, additionalHeaders }, values({ mail: "x@a.test", team: "Sales" }));
  expect(mail.typedRecipients).toEqual(typed);
});

describe("headers", () => {
  test("cc, bcc and further ones are split by line", () => {
    const additionalHeaders =
      "Cc: a@b.test\r\nBcc: b@b.test, [mail]\nX-Team: [team]\nno colon\nFrom: x@y.test\nContent-Type: text/html\n: x";
    const mail = composeMail({ ...template, additionalHeaders }, values({ mail: "m@b.test", team: "Bad" }));
    expect(mail).toMatchObject({
      cc: [{ address: "a@b.test" }],
      bcc: [{ address: "b@b.test" }, { address: "m@b.test" }],
      headers: [{ name: "X-Team", value: "Bad" }],
    });
  });

  test("no posted value adds a header, a recipient or a line", () => {
    const all: MailTemplate = {
      ...template,
      recipient: "[name] <admin@shop.test>, [mail]",
      sender: "[name] <shop@shop.test>",
      subject: "[name] [message]",
      additionalHeaders: "Reply-To: [name] <[mail]>\nCc: [team]\nX-Name: [message]",
    };
    const piece = fc.constantFrom(
      "a",
      "\r\n",
      "\n",
      "\r",
      "\u2028",
      "\0",
      "Bcc: ",
      "x@evil.test",
      ",",
      ";",
      "<",
      ">",
      '"',
      "[mail]",
      "[[",
      " ",
    );
    const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(fc.record({ name: text, mail: text, message: text, team: text }), (posted) => {
        const { to, cc, bcc, replyTo, from, subject, headers } = composeMail(all, values(posted));
        const boxes = [...to, ...cc, ...bcc, ...replyTo, ...(from ? [from] : [])];
        const lines = [
          subject,
          ...boxes.flatMap(({ name, address }) => [name, address]),
          ...headers.flatMap(({ name, value }) => [name, value]),
        ];
        expect(lines.join("")).not.toMatch(/[\r\n\0\u2028]/);
        for (const { address } of boxes) expect(address).toMatch(/^[^\s,;<>"@]+@[^\s,;<>"@]+$/);
        expect(to.length).toBeLessThanOrEqual(2);
        expect(cc).toEqual([]);
        expect(bcc).toEqual([]);
        expect(headers).toHaveLength(1);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("the body", () => {
  test("in HTML has escaped values, paragraphs and a document", () => {
    const { body } = composeMail(
      { ...template, useHtml: true, body: "<b>From</b> [name]\n\n[message]" },
      values({ name: "<i>&", message: "a\nb" }),
    );
    expect(body).toEqual({
      html: '<!doctype html>\n<html lang="en-US">\n<head>\n<meta charset="utf-8">\n<title>My, Shop &quot;&lt;i&gt;&amp;&quot;</title>\n</head>\n<body>\n<p><b>From</b> &lt;i&gt;&amp;\n</p>\n<p>a<br />\nb\n</p>\n</body>\n</html>\n',
    });
  });

  test("that is a whole HTML document stays one", () => {
    const { body } = composeMail(
      { ...template, useHtml: true, body: "<html><body>[name]\n\n</body></html>" },
      values({ name: "<" }),
    );
    expect(body).toEqual({ html: "<html><body>&lt;\n\n</body></html>" });
  });

  test("without blank lines leaves out lines whose mail-tags are all blank", () => {
    const lines = "Name: [name]\r\nMail: [mail] [name]\n\n[message] [mail]\nUnknown: [what]\nEnd";
    const { body } = composeMail({ ...template, excludeBlank: true, body: lines }, values({ mail: "m@b.test" }));
    expect(body).toEqual({ text: "Mail: m@b.test \n\n m@b.test\nUnknown: [what]\nEnd" });
  });
});

test("attachments are file fields and paths", () => {
  const { attachments } = composeMail(
    { ...template, attachments: "[doc][other]\n uploads/terms.pdf \n\n" },
    values({}),
  );
  expect(attachments).toEqual({ fields: ["doc", "other"], paths: ["uploads/terms.pdf"] });
});

function values(posted: Readonly<Record<string, string>>): MailTagValues {
  const { tags } = parseTemplate(form);
  const specials = new Map([
    ["_site_admin_email", "admin@shop.test"],
    ["_site_title", "My, Shop"],
    ["_site_domain", "shop.test"],
  ]);
  return { tags, fields: postedFields(tags, Object.entries(posted)), specials, locale: "en-US", separator: ", " };
}
