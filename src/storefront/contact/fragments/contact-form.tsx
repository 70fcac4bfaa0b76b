import { renderToStaticMarkup } from "react-dom/server";
import type { Translate } from "#messages/catalogue.ts";
import type { User } from "#shop/accounts/user.ts";
import { sanitiseFormText } from "#shop/catalogue/sanitise.ts";
import { classOfStatus } from "#shop/contact/form-status.rules.ts";
import type { OpenForm } from "#shop/contact/forms/open-form.ts";
import type { TagType } from "#shop/contact/template/form-tag.rules.ts";
import { hasOption } from "#shop/contact/template/tag-options.rules.ts";
import { parseBody } from "#shop/content/blocks/parse-body.ts";
import { refusedField } from "#shop/spam/correction.ts";
import type { PuzzleWidget } from "#shop/spam/puzzle-widget.rules.ts";
import type { ContactFormOutcome, PageNotice } from "../../notices/fragments/notices.tsx";
import type { ControlState, ShownChallenges } from "./control-state.ts";
import { FormControl } from "./form-control.tsx";
import { readDefaults } from "./form-defaults.ts";
import { Puzzle } from "./puzzle.tsx";
import { longestAnswer, longestError } from "./reserved-texts.ts";

/** Version of the form script that the HTML is made for. */
const scriptVersion = "6.1.6";

/** Where a form is and how it was embedded. */
export interface FormPlace {
  /** The page's or article's id; 0 outside of content. */
  postId: number;
  /** Counts the page's forms, from 1. */
  number: number;
  /** Path of the page, which the form is posted to without scripts; "": whatever page it is on. */
  action: string;
  /** Attributes of the shortcode, by name. */
  attributes: ReadonlyMap<string, string>;
}

/** Data of the request and its visitor that a form shows. */
export interface FormCircumstances {
  t: Translate;
  /** YYYY-MM-DD in the shop's time zone. */
  today: string;
  /** The signed-in user; null for guests and on cached pages. */
  user: User | null;
  challenges: ShownChallenges;
  /** Present if the settings name a service that tells people from programs. */
  puzzle?: PuzzleWidget | undefined;
  /** Proves where the form of a signed-in user comes from; undefined for guests. */
  restNonce?: string | undefined;
  /** Query of the page. Pages with a form that reads it are not cached. */
  query?: URLSearchParams;
  /** Value of `refusedField`, if the form was posted without scripts and refused. */
  refusalProof?: string | undefined;
  /** Present if a form of the page was posted without scripts. */
  answered?: AnsweredForm | undefined;
}

/** The answer to a form that was posted without scripts. */
export interface AnsweredForm extends ContactFormOutcome {
  message: string;
}

/** Returns the answer among a page's notices. */
export function answeredIn(notices: readonly PageNotice[]): AnsweredForm | undefined {
  const notice = notices.find(({ contactForm }) => contactForm !== undefined);
  return notice?.contactForm && { ...notice.contactForm, message: notice.text };
}

/** Renders a contact form, or the sentence that only signed-in users can use it. */
export function contactFormHtml(form: OpenForm, place: FormPlace, circumstances: FormCircumstances): string {
  if (form.settings.subscribersOnly && !circumstances.user)
    return renderToStaticMarkup(
      <p className="wpcf7-subscribers-only">This contact form is available only for logged in users.</p>,
    );
  const unitTag = unitTagOf(form, place);
  const { answered } = circumstances;
  const isAnswered = answered?.unitTag === unitTag;
  const shown: ShownForm = { form, place, circumstances, unitTag, answered: isAnswered ? answered : undefined };
  return renderToStaticMarkup(<Wrapper {...shown} />);
}

/** Returns the id of a form on a page: "wpcf7-f7-p2-o1", or "wpcf7-f7-o1" outside of content. */
function unitTagOf({ id }: OpenForm, { postId, number }: FormPlace): string {
  return `wpcf7-f${id}${postId > 0 ? `-p${postId}` : ""}-o${number}`;
}

interface ShownForm {
  form: OpenForm;
  place: FormPlace;
  circumstances: FormCircumstances;
  unitTag: string;
  /** Present if this form was posted. */
  answered: AnsweredForm | undefined;
}

const rightToLeft = /^(ar|fa|he|ur)(_|$)/;

function Wrapper(shown: ShownForm) {
  const { form, unitTag, circumstances } = shown;
  return (
    <shop-contact-form data-unsent={circumstances.t("contact.unsent")}>
      <div
        className="wpcf7 no-js"
        id={unitTag}
        lang={form.locale.replace("_", "-")}
        dir={rightToLeft.test(form.locale) ? "rtl" : "ltr"}
        data-wpcf7-id={form.id}
      >
        <ScreenReaderResponse {...shown} />
        <Form {...shown} />
      </div>
    </shop-contact-form>
  );
}

/** Renders the region in which screen readers find the form's answer and its errors. */
function ScreenReaderResponse({ unitTag, answered }: ShownForm) {
  return (
    <div className="screen-reader-response">
      <p role="status" aria-live="polite" aria-atomic="true">
        {answered?.message}
      </p>
      <ul>
        {answered?.invalidFields.map(({ field, message, controlId }) => (
          <li key={field} id={errorIdOf(unitTag, field)}>
            {controlId ? <a href={`#${controlId}`}>{message}</a> : message}
          </li>
        ))}
      </ul>
    </div>
  );
}

function errorIdOf(unitTag: string, field: string): string {
  return `${unitTag}-ve-${field.replace(/[^\w-]/g, "")}`;
}

function Form(shown: ShownForm) {
  const { form, place, answered, unitTag } = shown;
  const { settings, tags } = form;
  const status = classOfStatus(answered?.status ?? "init");
  const attribute = (name: string) => place.attributes.get(name) || undefined;
  const classes = [
    "wpcf7-form",
    status,
    settings.demoMode && "demo",
    settings.acceptanceAsValidation && "wpcf7-acceptance-as-validation",
    attribute("html_class"),
  ];
  const hasFiles = tags.some(({ type }) => type === "file");
  return (
    <form
      action={`${place.action}#${unitTag}`}
      method="post"
      id={attribute("html_id")}
      name={attribute("html_name")}
      title={attribute("html_title")}
      className={classes.filter(Boolean).join(" ")}
      aria-label={attribute("html_title") ?? "Contact form"}
      encType={hasFiles ? "multipart/form-data" : undefined}
      noValidate
      data-status={status}
      dangerouslySetInnerHTML={{ __html: formContent(shown) }}
    />
  );
}

function formContent(shown: ShownForm): string {
  const { form, circumstances } = shown;
  const has = (wanted: TagType) => form.tags.some(({ type }) => type === wanted);
  return [
    renderToStaticMarkup(<HiddenFields {...shown} />),
    fieldsHtml(shown),
    // A template may have a button of its own instead of a submit tag.
    has("submit") ? "" : renderToStaticMarkup(<Puzzle {...circumstances} />),
    renderToStaticMarkup(<Trap t={circumstances.t} />),
    has("response") ? "" : renderToStaticMarkup(<ResponseOutput {...shown} />),
  ].join("");
}

function HiddenFields({ form, place, unitTag, circumstances, answered }: ShownForm) {
  const { restNonce, refusalProof } = circumstances;
  const isRefused = answered !== undefined && answered.status !== "mail_sent";
  const values = {
    _wpcf7: form.id,
    _wpcf7_version: scriptVersion,
    _wpcf7_locale: form.locale,
    _wpcf7_unit_tag: unitTag,
    _wpcf7_container_post: place.postId,
    _wpcf7_posted_data_hash: "",
    // Without it, the site API takes every sender for a guest.
    ...(form.settings.subscribersOnly && restNonce && { _wpnonce: restNonce }),
    ...(isRefused && refusalProof && { [refusedField]: refusalProof }),
  };
  return (
    <fieldset className="hidden-fields-container" hidden>
      {Object.entries(values).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </fieldset>
  );
}

/** Renders the honeypot field, which people do not see, and the field for the time at which a script started. */
function Trap({ t }: { t: Translate }) {
  return (
    <p className="akismet-fields-container" hidden data-prefix="_wpcf7_ak_">
      <label>
        {t("product.doNotFill")}
        <textarea name="_wpcf7_ak_hp_textarea" rows={8} cols={45} maxLength={100} />
      </label>
      <input type="hidden" name="_wpcf7_ak_js" value="1" />
    </p>
  );
}

/** Without scripts, the focus moves to the answer unless a field is wrong: then it moves there. */
function ResponseOutput({ form, answered, circumstances: { t } }: ShownForm) {
  const isFocused = answered !== undefined && answered.invalidFields.length === 0;
  return (
    <div
      className="wpcf7-response-output"
      {...(isFocused ? { tabIndex: -1, autoFocus: true } : { "aria-hidden": true })}
      data-longest-answer={longestAnswer(form.allMessages, t("contact.unsent"))}
    >
      {answered?.message}
    </div>
  );
}

const mark = "\ue000";

/** Renders the template: sanitises the HTML with marks in place of the controls, then inserts these. */
function fieldsHtml(shown: ShownForm): string {
  const { parts, tags } = shown.form;
  const state = controlState(shown);
  let controls = 0;
  const marked = parts.map((part) => ("html" in part ? part.html : `${mark}${controls++}${mark}`)).join("");
  const { parts: all } = parseBody(sanitiseFormText(marked), "contact-form-7");
  const html = all.map((part) => (typeof part === "string" ? part : misplacedForm)).join("");
  return html.replace(/\ue000(\d+)\ue000/g, (_, index: string) => {
    const tag = tags[Number(index)];
    return tag ? renderToStaticMarkup(<FormControl tag={tag} state={state} />) : "";
  });
}

function controlState(shown: ShownForm): ControlState {
  const { form, place, circumstances, unitTag, answered } = shown;
  const keepsTyped = answered !== undefined && answered.status !== "mail_sent";
  return {
    t: circumstances.t,
    today: circumstances.today,
    tags: form.tags,
    challenges: circumstances.challenges,
    readDefault: readDefaults(place, circumstances),
    typedInto: (name) => (keepsTyped ? typedUnder(name, answered) : undefined),
    errorOf(name) {
      const at = answered?.invalidFields.findIndex(({ field }) => field === name) ?? -1;
      const message = answered?.invalidFields[at]?.message;
      return message === undefined ? undefined : { message, id: errorIdOf(unitTag, name), isFirst: at === 0 };
    },
    longestErrorOf: (tag) => longestError(form, tag, circumstances.today),
    termsHint: hasRequiredTerms(form) ? form.allMessages.accept_terms : undefined,
    puzzle: <Puzzle {...circumstances} />,
    responseOutput: <ResponseOutput {...shown} />,
  };
}

/** Whether scripts disable the submit button until terms are accepted. */
function hasRequiredTerms({ tags, settings }: OpenForm): boolean {
  return (
    !settings.acceptanceAsValidation && tags.some((tag) => tag.type === "acceptance" && !hasOption(tag, "optional"))
  );
}

/** Returns the values of a field with or without brackets. */
function typedUnder(name: string, { typed }: AnsweredForm): string[] {
  return typed.filter(([posted]) => posted.replace(/\[.*/s, "") === name).map(([, value]) => value);
}

/** Shown in place of a form that is within another form. */
const misplacedForm = renderToStaticMarkup(
  <span className="wpcf7-form-in-wrong-place">
    <strong>Error:</strong> This contact form is placed in the wrong place.
  </span>,
);
