import { describe, expect, test } from "vitest";
import { checkForm, type FormTexts } from "./form-check.rules.ts";

const mail = {
  active: true,
  recipient: "[_site_admin_email]",
  sender: "[_site_title] <shop@[_site_domain]>",
  subject: "[name]",
  additionalHeaders: "Reply-To: [mail]",
  body: "[name]\n[_date] [_user_roles]",
  attachments: "[doc]",
  useHtml: false,
  excludeBlank: false,
};
const valid: FormTexts = {
  template:
    '[text* name] [email mail] [file doc] [select team "A|a@b.test, b@b.test"] [count name] [captchac c] [captchar c] [submit]',
  mail,
  mail2: { ...mail, active: false, recipient: "", body: "[what]" },
  additionalSettings: "demo_mode: on",
};

test("a valid form has no faults, and inactive mails are not checked", () => {
  expect(checkForm(valid)).toEqual([]);
});

describe("template", () => {
  test.each([
    ["[text a]\n  [text b] [email a]", "name_repeated", 2, 12],
    ["[text a] [textarea a]", "name_repeated", 1, 10],
    ['[checkbox a "1"] [radio a "1"]', "name_repeated", 1, 18],
    ["[text a] [count b]", "field_unknown", 1, 10],
    ["[output b]", "field_unknown", 1, 1],
    ["[txt a]", "type_unknown", 1, 1],
    ["[text]", "name_missing", 1, 1],
    ["[radio a]", "choices_missing", 1, 1],
    ["[select a data:planets]", "data_unknown", 1, 1],
    ["[radio a data:states.PK] [text b default:post_meta]", "default_unknown", 1, 26],
    ["[date a min:soon]", "bound_invalid", 1, 1],
    ["[number a max:ten]", "bound_invalid", 1, 1],
    ["[file a limit:big]", "limit_invalid", 1, 1],
    ["[file a filetypes:pdf|application/*]", "file_type_invalid", 1, 1],
    ["[text a minlength:10 maxlength:5]", "lengths_contradictory", 1, 1],
  ])("%j: %s", (template, code, line, column) => {
    const faults = checkForm({ ...valid, template, mail: { ...mail, active: false } });
    expect(faults).toMatchObject([{ place: "template", code, line, column }]);
    expect(faults[0]?.message).toMatch(/\.$/);
  });

  test.each([
    '[checkbox a "1"] [checkbox a "2"]',
    '[radio a "1"] [radio a "2"]',
    "[date a min:today+1_day]",
    "[select a]",
  ])("%s has no fault", (template) => {
    expect(checkForm({ ...valid, template, mail: { ...mail, active: false } })).toEqual([]);
  });
});

describe("mail", () => {
  test.each<[Partial<typeof mail>, place: string, code: string, line: number, column: number]>([
    [{ body: "Hi\n [what]" }, "mail.body", "mail_tag_unknown", 2, 2],
    [{ body: "[_what]" }, "mail.body", "mail_tag_unknown", 1, 1],
    [{ subject: "[_raw_what]" }, "mail.subject", "mail_tag_unknown", 1, 1],
    [{ subject: "[c]" }, "mail.subject", "mail_tag_unknown", 1, 1],
    [{ recipient: "" }, "mail.recipient", "address_missing", 1, 1],
    [{ recipient: "a@b.test, Ann" }, "mail.recipient", "address_invalid", 1, 11],
    [{ recipient: "[name]" }, "mail.recipient", "address_invalid", 1, 1],
    [{ recipient: "[name][mail]" }, "mail.recipient", "address_invalid", 1, 1],
    [{ recipient: "[_site_title]" }, "mail.recipient", "address_invalid", 1, 1],
    [{ sender: "Shop" }, "mail.sender", "address_invalid", 1, 1],
    [{ additionalHeaders: "Reply-To [mail]" }, "mail.additionalHeaders", "header_invalid", 1, 1],
    [{ additionalHeaders: "X-A: b\nCc: nobody" }, "mail.additionalHeaders", "address_invalid", 2, 1],
    [{ additionalHeaders: "Bcc:" }, "mail.additionalHeaders", "address_missing", 1, 1],
    [{ additionalHeaders: "Content-Type: text/html" }, "mail.additionalHeaders", "header_not_allowed", 1, 1],
    [{ attachments: "[nothing]" }, "mail.attachments", "mail_tag_unknown", 1, 1],
  ])("%j", (change, place, code, line, column) => {
    const faults = checkForm({ ...valid, mail: { ...mail, ...change } });
    expect(faults).toMatchObject([{ place, code, line, column }]);
    expect(faults[0]?.message).toMatch(/\.$/);
  });

  test.each(["[team]", "[mail], a@b.test", "Ann <a@b.test>", "info@[_site_domain]", "[_user_email]"])(
    "%s is an address",
    (recipient) => {
      expect(checkForm({ ...valid, mail: { ...mail, recipient } })).toEqual([]);
    },
  );

  test("the second mail is checked when active", () => {
    const faults = checkForm({ ...valid, mail2: { ...mail, recipient: "x" } });
    expect(faults.map(({ place }) => place)).toEqual(["mail2.recipient"]);
  });
});

test("unknown additional settings are faults", () => {
  const faults = checkForm({ ...valid, additionalSettings: "demo_mode: on\n\n skip_mails: on\nhello" });
  expect(faults.map(({ code, line, column }) => [code, line, column])).toEqual([
    ["setting_unknown", 3, 2],
    ["setting_unknown", 4, 1],
  ]);
});
