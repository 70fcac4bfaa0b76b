import { describe, expect, test } from "vitest";
import { translator } from "#messages/translate.ts";
import type { ContactForm } from "#shop/contact/forms/contact-form.ts";
import { noMail } from "#shop/contact/forms/form-file.rules.ts";
import { type OpenForm, openForm } from "#shop/contact/forms/open-form.ts";
import { type AnsweredForm, contactFormHtml, type FormCircumstances, type FormPlace } from "./contact-form.tsx";
import { needsFreshValues } from "./form-defaults.ts";

function formOf(template: string, others: Partial<ContactForm> = {}): OpenForm {
  const texts = { template, mail: noMail, mail2: noMail, messages: {}, additionalSettings: "" };
  const name = { id: 7, slug: "contact", hash: "0123abc", title: "Contact", locale: "en_US" };
  return openForm({ ...name, ...texts, updatedAt: new Date(0), ...others });
}

const place: FormPlace = { postId: 2, number: 1, action: "/contact/", attributes: new Map() };
const circumstances: FormCircumstances = {
  t: translator("en"),
  today: "2026-11-25",
  user: null,
  challenges: {
    quiz: { sum: ["1+1=?", "signed"] },
    captcha: { code: "/captcha/1234567890.png" },
    captchaQuestions: { code: "What is one plus one?" },
  },
};

const render = (template: string, others: Partial<FormCircumstances> = {}) =>
  contactFormHtml(formOf(template), place, { ...circumstances, ...others });

/** Returns the part of the form that its template makes. */
function fieldsOf(template: string, others: Partial<FormCircumstances> = {}): string {
  const [, fields = ""] = /<\/fieldset>(.*)<p class="akismet/s.exec(render(template, others)) ?? [];
  return fields;
}

describe("the wrapper of a form", () => {
  test("names the form, its language and the page, and starts with the region for screen readers", () => {
    const html = render("[text your-name]");
    expect(html).toContain('<div class="wpcf7 no-js" id="wpcf7-f7-p2-o1" lang="en-US" dir="ltr" data-wpcf7-id="7">');
    expect(html).toMatch(
      /data-wpcf7-id="7"><div class="screen-reader-response[^"]*"><p role="status" aria-live="polite" aria-atomic="true"><\/p><ul><\/ul><\/div><form /,
    );
    expect(html).toMatch(
      /<form class="wpcf7-form init" aria-label="Contact form" novalidate="" data-status="init" action="\/contact\/#wpcf7-f7-p2-o1" method="post">/i,
    );
    expect(html).toContain('data-status="init"');
    expect(html).not.toContain("enctype");
  });

  test("has the hidden fields of the protocol first and the response output last", () => {
    const html = render("[text your-name]");
    const [, hidden = ""] = /<fieldset class="hidden-fields-container" hidden="">(.*?)<\/fieldset>/.exec(html) ?? [];
    const fields = [...hidden.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]);
    expect(Object.fromEntries(fields)).toEqual({
      _wpcf7: "7",
      _wpcf7_version: "6.1.6",
      _wpcf7_locale: "en_US",
      _wpcf7_unit_tag: "wpcf7-f7-p2-o1",
      _wpcf7_container_post: "2",
      _wpcf7_posted_data_hash: "",
    });
    expect(html).toMatch(
      /<div class="wpcf7-response-output" aria-hidden="true" data-longest-answer="[^"]+"><\/div><\/form>/,
    );
    expect(render("[response][text a]").match(/wpcf7-response-output/g)).toHaveLength(1);
  });

  test("carries attributes of the shortcode and of the settings", () => {
    const attributes = new Map([
      ["html_id", "mine"],
      ["html_class", "wide"],
      ["html_title", "Ask us"],
    ]);
    const form = formOf("[file doc]", { additionalSettings: "demo_mode: on\nacceptance_as_validation: on" });
    const html = contactFormHtml(form, { ...place, attributes }, circumstances);
    expect(html).toContain('id="mine" title="Ask us" class="wpcf7-form init demo wpcf7-acceptance-as-validation wide"');
    expect(html).toContain('aria-label="Ask us"');
    expect(html).toMatch(/enctype="multipart\/form-data"/i);
  });

  test("is replaced by a sentence for guests if only signed-in users may use the form", () => {
    const form = formOf("[text a]", { additionalSettings: "subscribers_only: true" });
    expect(contactFormHtml(form, place, circumstances)).toBe(
      '<p class="wpcf7-subscribers-only">This contact form is available only for logged in users.</p>',
    );
  });
});

describe("a form tag", () => {
  test.each([
    [
      '[text* your-name id:n class:wide 20/50 placeholder "Your name"]',
      ['class="wpcf7-form-control wpcf7-text wpcf7-validates-as-required input wide"', 'size="20"', 'maxLength="50"'],
    ],
    ["[email your-email]", ["wpcf7-email wpcf7-text wpcf7-validates-as-email", 'maxLength="400"', 'type="email"']],
    ["[textarea more 30x4/99]text[/textarea]", ['cols="30"', 'rows="4"', 'maxLength="99"', ">text</textarea>"]],
    ["[range size min:2 max:6]", ['min="2"', 'max="6"', 'value="4"', "wpcf7-validates-as-number"]],
    ["[date day min:today+1_day]", ['min="2026-11-26"', "wpcf7-validates-as-date"]],
    [
      '[select* topic include_blank "A" "B"]',
      ['<option value="">—Please choose an option—</option><option value="A">'],
    ],
    ['[select topic multiple default:2 "A" "B"]', ['name="topic[]"', 'multiple=""', '<option value="B" selected="">']],
    [
      '[checkbox tea exclusive use_label_element "Green" "Black"]',
      ["wpcf7-exclusive-checkbox", '<span class="wpcf7-list-item first"><label><input', 'name="tea"'],
    ],
    [
      '[checkbox tea free_text "Green" "Other"]',
      ['name="tea[]"', 'class="wpcf7-list-item last has-free-text"', 'name="_wpcf7_free_text_tea"'],
    ],
    [
      "[acceptance terms optional invert]I <b>agree</b><script>1</script>[/acceptance]",
      ["wpcf7-acceptance invert optional", '<span class="wpcf7-list-item-label">I <b>agree</b></span></label>'],
    ],
    ["[file doc filetypes:pdf|image/* capture:user]", ['type="file"', 'accept=".pdf,image/*"', 'capture="user"']],
    ["[text a][count a down]", ['wpcf7-character-count down"', 'data-starting-value="400"', 'data-target-name="a"']],
    ["[submit]", ['type="submit" class="wpcf7-form-control wpcf7-submit has-spinner btn btn--main" value="Send"']],
    ["[captchar code]", ['title="The code in the picture, or the answer to its question"']],
    ["[reflection a]", ['<fieldset data-reflection-of="a"']],
    ["[quiz sum]", ['<span class="wpcf7-quiz-label">1+1=?</span>', 'name="_wpcf7_quiz_answer_sum" value="signed"']],
    [
      "[captchac code size:s]",
      ['name="_wpcf7_captcha_challenge_code" value="1234567890"', 'width="60" height="20" alt="What is one plus one?"'],
    ],
  ])("%s becomes a control with what scripts and rules rely on", (template, parts) => {
    const html = fieldsOf(template);
    for (const part of parts) expect(html).toContain(part);
  });

  test("is wrapped with its name, except hidden fields and buttons", () => {
    expect(fieldsOf("[text a.b]")).toContain('<span class="wpcf7-form-control-wrap" data-name="a_b"><input');
    expect(fieldsOf('[hidden h "1"][submit "Go"]')).not.toContain("control-wrap");
  });

  test("that submits says why it is disabled, unless it never is", () => {
    const hint = '<span class="hint wpcf7-terms-hint">You must accept the terms';
    expect(fieldsOf("[acceptance a]Yes[/acceptance][submit]")).toContain(hint);
    expect(fieldsOf("[acceptance a optional]Yes[/acceptance][submit]")).not.toContain(hint);
    const form = formOf("[acceptance a]Yes[/acceptance][submit]", {
      additionalSettings: "acceptance_as_validation: on",
    });
    expect(contactFormHtml(form, place, circumstances)).not.toContain(hint);
  });

  test("takes its default from the shortcode or from the signed-in user", () => {
    const attributes = new Map([["topic", "tea"]]);
    const user = {
      id: 1,
      email: "a@example.com",
      phone: null,
      firstName: "Asma",
      lastName: "",
      role: "customer" as const,
      createdAt: new Date(0),
      disabledAt: null,
    };
    const form = formOf("[text topic default:shortcode_attr][email mail default:user_email]");
    const html = contactFormHtml(form, { ...place, attributes }, { ...circumstances, user });
    expect(html).toContain('value="tea"');
    expect(html).toContain('value="a@example.com"');
  });
});

describe("the place for messages", () => {
  const longest = (template: string) =>
    [...fieldsOf(template).matchAll(/data-longest-error="([^"]+)"/g)].map(([, error]) => error);

  test("is as large as the longest error that people can cause", () => {
    expect(longest('[email* a][text b][quiz c "1+1=?|2"][captchar d][select* e "x"][radio f "x"]')).toEqual([
      "Please enter an email address.",
      "The answer to the quiz is incorrect.",
      "Your entered code is incorrect.",
      "Please fill out this field.",
      "Please fill out this field.",
    ]);
    expect(longest('[radio f default:1 "x"][checkbox g "x"][acceptance h]Yes[/acceptance]')).toEqual([]);
  });

  test("is as large as the longest answer", () => {
    const longestAnswer = "We have your message. ".repeat(9).trim();
    const html = contactFormHtml(
      formOf("[text a]", { messages: { mail_sent_ok: longestAnswer } }),
      place,
      circumstances,
    );
    expect(html).toContain(`data-longest-answer="${longestAnswer}"`);
  });
});

describe("the widget of a service against programs", () => {
  const puzzle = { service: "turnstile", siteKey: "public", scriptUrl: "https://widget.example/api.js" } as const;

  test("comes before the first button, or last without one", () => {
    const place = /<span class="wpcf7-puzzle" data-service="turnstile" data-site-key="public"/;
    expect(fieldsOf("[text a][submit][submit]", { puzzle }).split(place)).toHaveLength(2);
    expect(fieldsOf("[text a][submit][submit]", { puzzle })).toMatch(
      new RegExp(`${place.source}[^>]*>.*type="submit".*type="submit"`, "s"),
    );
    expect(fieldsOf("[text a]", { puzzle })).toMatch(new RegExp(`name="a".*${place.source}`, "s"));
    expect(fieldsOf("[text a][submit]")).not.toMatch(place);
  });
});

describe("the HTML of a template", () => {
  test("keeps labels, field sets and classes, and loses what could run", () => {
    const html = fieldsOf(
      '<fieldset class="row"><legend>Who</legend><label onclick="x()">Name [text a]</label></fieldset><script>alert(1)</script><a href="javascript:x()">y</a><img src="https://else.example/x.gif"><iframe></iframe><form>',
    );
    expect(html).toContain('<fieldset class="row">');
    expect(html).toMatch(/<label>Name <span class="wpcf7-form-control-wrap"[^>]*><input[^>]*><\/span><\/label>/);
    expect(html).not.toMatch(/onclick|alert|javascript|else\.example|iframe|<form/);
  });

  test("shows a sentence in place of a form within the form", () => {
    expect(fieldsOf('[contact-form-7 id="8"]')).toContain(
      '<span class="wpcf7-form-in-wrong-place"><strong>Error:</strong> This contact form is placed in the wrong place.</span>',
    );
  });

  test("cannot be cached with a quiz, a captcha or a date relative to today", () => {
    const fresh = (template: string) => needsFreshValues(formOf(template));
    expect(["[quiz a]", "[captchac a]", "[date a max:tomorrow]"].map(fresh)).toEqual([true, true, true]);
    expect(["[text a]", "[date a min:2026-01-01]"].map(fresh)).toEqual([false, false]);
  });
});

describe("a form that was posted without scripts", () => {
  const answered: AnsweredForm = {
    unitTag: "wpcf7-f7-p2-o1",
    status: "validation_failed",
    message: "One or more fields have an error.",
    invalidFields: [{ field: "your-name", message: "Please fill out this field.", controlId: "who" }],
    typed: [
      ["your-email", "a@example.com"],
      ["tea[]", "Black"],
    ],
  };
  const template = '[text* your-name id:who][email your-email][checkbox tea "Green" "Black"]';

  test("shows what was typed, marks wrong fields and moves the focus to the first", () => {
    const html = render(template, { answered });
    expect(html).toContain('class="wpcf7-form invalid"');
    expect(html).toContain(">One or more fields have an error.</p>");
    expect(html).toContain('<li id="wpcf7-f7-p2-o1-ve-your-name"><a href="#who">Please fill out this field.</a></li>');
    expect(html).toContain('<span class="wpcf7-not-valid-tip" aria-hidden="true">Please fill out this field.</span>');
    expect(html).toMatch(
      /aria-invalid="true" aria-describedby="wpcf7-f7-p2-o1-ve-your-name" autofocus="" id="who"[^>]*wpcf7-not-valid/i,
    );
    expect(html).toContain('value="a@example.com"');
    expect(html).toMatch(/name="tea\[\]"[^>]*checked="" value="Black"|value="Black" checked=""/);
  });

  test("is empty again and focuses the answer once the message is sent", () => {
    const sent = { ...answered, status: "mail_sent", message: "Thank you.", invalidFields: [] };
    const html = render(template, { answered: sent });
    expect(html).toContain('class="wpcf7-form sent"');
    expect(html).not.toContain("a@example.com");
    expect(html).toMatch(
      /<div class="wpcf7-response-output" tabindex="-1" autofocus="" data-longest-answer="[^"]+">Thank you\.<\/div>/i,
    );
  });

  test("leaves the page's other forms as they are", () => {
    expect(render(template, { answered: { ...answered, unitTag: "wpcf7-f7-p2-o2" } })).toContain("wpcf7-form init");
  });
});
