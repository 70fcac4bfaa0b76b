import { renderToStaticMarkup } from "react-dom/server";
import type { AnsweredForm } from "#http/visit/answered-form.ts";
import type { Translate } from "#messages/catalogue.ts";
import { displayName } from "#shop/accounts/profile/user-name.rules.ts";
import type { User } from "#shop/accounts/user.ts";
import { sanitiseFormText } from "#shop/catalogue/sanitise.ts";
import { type FormSettings, settingsOf } from "#shop/contact/form-settings.rules.ts";
import { classOfStatus } from "#shop/contact/form-status.rules.ts";
import type { ContactForm } from "#shop/contact/forms/contact-form.ts";
import { type FormTemplate, parseTemplate } from "#shop/contact/template/form-template.rules.ts";
import type { ReadDefault } from "#shop/contact/template/tag-defaults.rules.ts";
import { idOf, optionValues } from "#shop/contact/template/tag-options.rules.ts";
import type { Challenges, ControlState } from "./control-state.ts";
import { FormControl } from "./form-control.tsx";
import { replaceShortcodes } from "./shortcodes.ts";

/** Version of the form script that the HTML is made for. */
const scriptVersion = "6.1.6";

/** Where a form is and how it was embedded. */
export interface FormPlace {
  /** The page's or article's id; 0 outside of content. */
  postId: number;
  /** Counts the page's forms, from 1. */
  number: number;
  /** Path of the page, which the form is posted to without scripts; undefined: whatever page it is on. */
  action?: string;
  /** Attributes of the shortcode, by name. */
  attributes: ReadonlyMap<string, string>;
}

/** What a form shows besides its definition. */
export interface FormCircumstances {
  t: Translate;
  /** YYYY-MM-DD in the shop's time zone. */
  today: string;
  /** The signed-in user; null for guests and on cached pages. */
  user: User | null;
  /** Returns fresh values for quizzes and captchas. */
  challengesOf: (form: ContactForm, template: FormTemplate) => Challenges;
  /** Present if a form of the page was posted without scripts. */
  answered?: AnsweredForm | undefined;
}

/** Renders a contact form, or the sentence that only signed-in users can use it. */
export function contactFormHtml(form: ContactForm, place: FormPlace, circumstances: FormCircumstances): string {
  const settings = settingsOf(form.additionalSettings);
  if (settings.subscribersOnly && !circumstances.user)
    return renderToStaticMarkup(
      <p className="wpcf7-subscribers-only">This contact form is available only for logged in users.</p>,
    );
  const unitTag = unitTagOf(form, place);
  const { answered } = circumstances;
  const shown: ShownForm = {
    form,
    place,
    circumstances,
    settings,
    unitTag,
    answered: answered?.unitTag === unitTag ? answered : undefined,
    template: parseTemplate(form.template),
  };
  return renderToStaticMarkup(<Wrapper {...shown} />);
}

/** Returns the id of a form on a page: "wpcf7-f7-p2-o1", or "wpcf7-f7-o1" outside of content. */
function unitTagOf({ id }: ContactForm, { postId, number }: FormPlace): string {
  return `wpcf7-f${id}${postId > 0 ? `-p${postId}` : ""}-o${number}`;
}

interface ShownForm {
  form: ContactForm;
  place: FormPlace;
  circumstances: FormCircumstances;
  settings: FormSettings;
  unitTag: string;
  /** Present if this form was posted. */
  answered: AnsweredForm | undefined;
  template: FormTemplate;
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
function ScreenReaderResponse({ unitTag, answered, template }: ShownForm) {
  return (
    <div className="screen-reader-response screen-reader-text">
      <p role="status" aria-live="polite" aria-atomic="true">
        {answered?.message}
      </p>
      <ul>
        {answered?.invalidFields.map(({ field, message }) => {
          const tag = template.tags.find(({ name }) => name === field);
          const id = tag && idOf(tag);
          return (
            <li key={field} id={errorIdOf(unitTag, field)}>
              {id ? <a href={`#${id}`}>{message}</a> : message}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function errorIdOf(unitTag: string, field: string): string {
  return `${unitTag}-ve-${field.replace(/[^\w-]/g, "")}`;
}

function Form(shown: ShownForm) {
  const { place, settings, answered, template } = shown;
  const status = classOfStatus(answered?.status ?? "init");
  const attribute = (name: string) => place.attributes.get(name) || undefined;
  const classes = [
    "wpcf7-form",
    status,
    settings.demoMode && "demo",
    settings.acceptanceAsValidation && "wpcf7-acceptance-as-validation",
    attribute("html_class"),
  ];
  const hasFiles = template.tags.some(({ type }) => type === "file");
  return (
    <form
      // Without a fragment: with one, browsers would not move the focus to the first error.
      action={place.action}
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
  const { template, answered, circumstances } = shown;
  const hasOwnResponse = template.tags.some(({ type }) => type === "response");
  return [
    renderToStaticMarkup(<HiddenFields {...shown} />),
    fieldsHtml(shown),
    renderToStaticMarkup(<Trap t={circumstances.t} />),
    hasOwnResponse ? "" : renderToStaticMarkup(<ResponseOutput answered={answered} />),
  ].join("");
}

function HiddenFields({ form, place, unitTag, answered }: ShownForm) {
  const values = {
    _wpcf7: form.id,
    _wpcf7_version: scriptVersion,
    _wpcf7_locale: form.locale,
    _wpcf7_unit_tag: unitTag,
    _wpcf7_container_post: place.postId,
    _wpcf7_posted_data_hash: answered?.postedDataHash ?? "",
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
function ResponseOutput({ answered }: { answered: AnsweredForm | undefined }) {
  const isFocused = answered !== undefined && answered.invalidFields.length === 0;
  return (
    <div
      className="wpcf7-response-output"
      {...(isFocused ? { tabIndex: -1, autoFocus: true } : { "aria-hidden": true })}
    >
      {answered?.message}
    </div>
  );
}

const mark = "\ue000";

/** Renders the template: sanitises the HTML with marks in place of the controls, then inserts these. */
function fieldsHtml(shown: ShownForm): string {
  const { template } = shown;
  const state = controlState(shown);
  let controls = 0;
  const marked = template.parts.map((part) => ("html" in part ? part.html : `${mark}${controls++}${mark}`)).join("");
  const html = replaceShortcodes(sanitiseFormText(marked), () => misplacedForm);
  return html.replace(/\ue000(\d+)\ue000/g, (_, index: string) => {
    const tag = template.tags[Number(index)];
    return tag ? renderToStaticMarkup(<FormControl tag={tag} state={state} />) : "";
  });
}

function controlState({ form, template, place, circumstances, unitTag, answered }: ShownForm): ControlState {
  const keepsTyped = answered !== undefined && answered.status !== "mail_sent";
  return {
    today: circumstances.today,
    tags: template.tags,
    challenges: circumstances.challengesOf(form, template),
    readDefault: readDefaults(place, circumstances.user),
    typedInto: (name) => (keepsTyped ? (answered.typed.get(name) ?? []) : undefined),
    errorOf(name) {
      const at = answered?.invalidFields.findIndex(({ field }) => field === name) ?? -1;
      const message = answered?.invalidFields[at]?.message;
      return message === undefined ? undefined : { message, id: errorIdOf(unitTag, name), isFirst: at === 0 };
    },
    responseOutput: <ResponseOutput answered={answered} />,
  };
}

/** Whether a form needs fresh values, so that its page cannot be cached: of a quiz, of a captcha, of a relative date. */
export function needsFreshValues({ template }: Pick<ContactForm, "template">): boolean {
  return parseTemplate(template).tags.some((tag) => {
    if (tag.type === "quiz" || tag.type === "captchac") return true;
    return tag.type === "date" && [...optionValues(tag, "min"), ...optionValues(tag, "max")].some(isRelative);
  });
}

function isRelative(date: string): boolean {
  return !/^\d{4}-\d{2}-\d{2}$/.test(date);
}

function readDefaults({ attributes }: FormPlace, user: User | null): ReadDefault {
  const ofUser: Readonly<Record<string, string | undefined>> = {
    login: user?.email,
    email: user?.email,
    display_name: user ? displayName(user) : "",
    first_name: user?.firstName,
    last_name: user?.lastName,
  };
  return (source, name) => {
    if (source === "shortcode_attr") return [attributes.get(name) ?? ""];
    return source === "user" && Object.hasOwn(ofUser, name) ? [ofUser[name] ?? ""] : [];
  };
}

/** Shown in place of a form that is within another form. */
const misplacedForm = renderToStaticMarkup(
  <span className="wpcf7-form-in-wrong-place">
    <strong>Error:</strong> This contact form is placed in the wrong place.
  </span>,
);
