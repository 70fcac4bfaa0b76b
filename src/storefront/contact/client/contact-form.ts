import { classOfStatus } from "#shop/contact/form-status.rules.ts";
import { fieldErrors } from "#shop/contact/validation/form-validation.rules.ts";
import { startEmailSuggestions } from "../../client/forms/email-suggestions.ts";
import { startUnlessLeft } from "../../client/other-scripts.ts";
import { defineWidget } from "../../client/widget.ts";
import { FieldMessages, span } from "./field-messages.ts";
import { type FormAnswer, type FormScript, fetchRefill, fetchSchema, postForm } from "./form-api.ts";
import { followFields, inputs, refreshFields } from "./form-fields.ts";

/** Fields whose behaviour few forms need. */
const specialFields =
  ".wpcf7-exclusive-checkbox, .has-free-text, .wpcf7-validates-as-url, .wpcf7-captchac, .wpcf7-quiz, [data-reflection-of]";

/** Defines `<shop-contact-form>`: checks a form while it is filled in, and sends it without leaving the page. */
export function defineContactForms(): void {
  const forms = new WeakMap<HTMLFormElement, ContactForm>();
  const script: FormScript = {
    schemas: new Map(),
    init: (form) => startForm(form, new AbortController().signal),
    submit: (form, { submitter } = {}) => forms.get(form)?.submit(submitter),
    reset: (form) => forms.get(form)?.reset(),
    validate: (form, { target } = {}) => forms.get(form)?.validate(target),
  };
  const startForm = (form: HTMLFormElement, signal: AbortSignal) => {
    const wrapper = form.closest<HTMLElement>(".wpcf7");
    if (!wrapper || forms.has(form)) return;
    const started = new ContactForm(wrapper, form);
    forms.set(form, started);
    signal.addEventListener("abort", () => forms.delete(form));
    started.start(signal);
  };
  defineWidget("shop-contact-form", (element, signal) => {
    if (element.querySelector(".wpcf7-puzzle"))
      import("./puzzle.ts").then((part) => part.startPuzzle(element, signal), reportError);
    startUnlessLeft("contact", signal, (signal) => {
      const form = element.querySelector<HTMLFormElement>(".wpcf7 > form");
      if (element.parentElement?.closest("form")) element.innerHTML = misplaced;
      else if (form) {
        // Functions of other scripts win.
        window.wpcf7 = { ...script, ...window.wpcf7 };
        startForm(form, signal);
      }
    });
  });
}

/** A form within another form: browsers take its fields for the other one's. */
const misplaced =
  '<p class="wpcf7-form-in-wrong-place"><strong>Error:</strong> This contact form is placed in the wrong place.</p>';

/** Events by the server's status. */
const eventsByStatus: Readonly<Record<string, string>> = {
  validation_failed: "wpcf7invalid",
  acceptance_missing: "wpcf7unaccepted",
  spam: "wpcf7spam",
  aborted: "wpcf7aborted",
  mail_sent: "wpcf7mailsent",
  mail_failed: "wpcf7mailfailed",
};

class ContactForm {
  readonly #wrapper: HTMLElement;
  readonly #form: HTMLFormElement;
  readonly #messages: FieldMessages;
  #isSending = false;

  constructor(wrapper: HTMLElement, form: HTMLFormElement) {
    this.#wrapper = wrapper;
    this.#form = form;
    this.#messages = new FieldMessages(wrapper);
  }

  start(signal: AbortSignal): void {
    const form = this.#form;
    if (this.#wrapper.classList.replace("no-js", "js"))
      for (const button of form.querySelectorAll(".has-spinner")) button.after(span("wpcf7-spinner"));
    for (const input of inputs(form, "_wpcf7_ak_js")) input.value = String(Math.round(performance.timeOrigin));
    void this.#loadSchema();
    followFields(form, signal);
    startEmailSuggestions(form, signal);
    const onSubmit = (event: SubmitEvent) => {
      event.preventDefault();
      window.wpcf7.submit(form, { submitter: event.submitter });
    };
    const onChange = ({ target }: Event) => {
      if (target instanceof Element && target.closest(".wpcf7-form-control")) window.wpcf7.validate(form, { target });
    };
    form.addEventListener("submit", onSubmit, { signal });
    form.addEventListener("reset", () => window.wpcf7.reset(form), { signal });
    form.addEventListener("change", onChange, { signal });
    if (form.querySelector(specialFields))
      import("./special-fields.ts").then((part) => part.followSpecialFields(form, signal), reportError);
  }

  get #id(): number {
    return Number(this.#wrapper.dataset.wpcf7Id);
  }

  /** Forms with the same id share their rules. Without rules, the server alone checks a form. */
  async #loadSchema(): Promise<void> {
    const { schemas } = window.wpcf7;
    if (schemas.has(this.#id)) return;
    schemas.set(this.#id, undefined);
    schemas.set(this.#id, await fetchSchema(this.#id).catch(() => undefined));
  }

  /** Checks the fields up to `target`; all of them without it. */
  validate(target?: EventTarget | null): void {
    const schema = window.wpcf7.schemas.get(this.#id);
    const changed = target instanceof Element ? target : null;
    if (!schema || changed?.closest(".novalidate")) return;
    const errors = fieldErrors(schema.rules, new FormData(this.#form));
    const before = this.#form.dataset.status ?? "init";
    this.#setStatus("validating");
    for (const wrap of this.#messages.wraps()) {
      const { name = "" } = wrap.dataset;
      this.#messages.set(name, errors.get(name));
      if (wrap.contains(changed)) break;
    }
    this.#setStatus(before);
  }

  async submit(submitter?: HTMLElement | null): Promise<void> {
    if (this.#isSending) return;
    const data = new FormData(this.#form);
    if ((submitter instanceof HTMLInputElement || submitter instanceof HTMLButtonElement) && submitter.name)
      data.append(submitter.name, submitter.value);
    this.#messages.clear();
    if (window.wpcf7.blocked) {
      this.#setStatus("submitting");
      return;
    }
    this.#dispatch("wpcf7beforesubmit", data, { inputs: inputsOf(data) });
    this.#setStatus("submitting", data);
    this.#isSending = true;
    const answer = await postForm(this.#id, data).catch((error: unknown) => this.#fail(error, data));
    this.#isSending = false;
    if (answer) this.#show(answer, data);
  }

  /** Says that the message was not sent. The fields keep their values. */
  #fail(error: unknown, data: FormData): void {
    const { unsent = "" } = this.#wrapper.parentElement?.dataset ?? {};
    this.#setStatus("failed", data);
    this.#messages.say(serverSays(error) || unsent);
  }

  #show(answer: FormAnswer, data: FormData): void {
    const { status = "", message = "", posted_data_hash: hash, invalid_fields: invalid = [] } = answer;
    this.#setStatus(classOfStatus(status), data);
    const detail = { status, inputs: inputsOf(data), apiResponse: answer };
    const event = eventsByStatus[status];
    if (event) this.#dispatch(event, data, detail);
    this.#dispatch("wpcf7submit", data, detail);
    if (hash) for (const input of inputs(this.#form, "_wpcf7_posted_data_hash")) input.value = hash;
    if (status === "mail_sent") this.#form.reset();
    for (const one of invalid) this.#messages.set(one.field, one.message);
    this.#messages.say(message);
    if (invalid.length > 0) this.#messages.focusFirst();
  }

  async reset(): Promise<void> {
    const data = new FormData(this.#form);
    const after = this.#form.dataset.status === "sent" ? "sent" : "init";
    this.#messages.clear();
    this.#setStatus("resetting", data);
    // Without a refill, the server refuses old answers of quizzes and says so.
    const apiResponse: FormAnswer = await fetchRefill(this.#id).catch(() => ({}));
    refreshFields(this.#form);
    this.#setStatus(after, data);
    this.#dispatch("wpcf7reset", data, { status: after, inputs: inputsOf(data), apiResponse });
  }

  /** @param name class of the status: "sent", not "mail_sent" */
  #setStatus(name: string, data?: FormData): void {
    const form = this.#form;
    const { status: before = "init" } = form.dataset;
    for (const element of form.querySelectorAll<HTMLElement>(".active-on-any")) {
      element.inert = false;
      element.classList.remove("active-on-any");
    }
    for (const element of form.querySelectorAll<HTMLElement>(`.inert-on-${CSS.escape(name)}`)) {
      element.inert = true;
      element.classList.add("active-on-any");
    }
    form.classList.replace(before, name);
    form.dataset.status = name;
    if (before !== name)
      this.#dispatch("wpcf7statuschanged", data ?? new FormData(form), { status: name, prevStatus: before });
  }

  #dispatch(name: string, formData: FormData, others: Record<string, unknown>): void {
    const value = (field: string) => inputs(this.#form, field)[0]?.value ?? "";
    const detail = {
      contactFormId: Number(value("_wpcf7")),
      pluginVersion: value("_wpcf7_version"),
      contactFormLocale: value("_wpcf7_locale"),
      unitTag: value("_wpcf7_unit_tag"),
      containerPostId: Number(value("_wpcf7_container_post")),
      status: this.#form.dataset.status,
      formData,
      ...others,
    };
    this.#form.dispatchEvent(new CustomEvent(name, { bubbles: true, detail }));
  }
}

/** Returns the fields without those of the protocol. */
function inputsOf(data: FormData): { name: string; value: FormDataEntryValue }[] {
  return [...data].map(([name, value]) => ({ name, value })).filter(({ name }) => !name.startsWith("_"));
}

/** Messages of the browser are not for shoppers. */
function serverSays(error: unknown): string {
  return error instanceof Error && error.constructor === Error ? error.message : "";
}
