import { classOfStatus } from "#shop/contact/form-status.rules.ts";
import { type FormRule, fieldErrors } from "#shop/contact/validation/form-validation.rules.ts";
import { startUnlessLeft } from "../../client/other-scripts.ts";
import { defineWidget } from "../../client/widget.ts";
import { FieldMessages, span } from "./field-messages.ts";
import { type FormAnswer, fetchRefill, fetchRules, postForm } from "./form-api.ts";
import { followFields, inputs, refill, refreshFields } from "./form-fields.ts";

type Rules = ReturnType<typeof fetchRules>;

/** Defines `<shop-contact-form>`: checks a form while it is filled in, and sends it without leaving the page. */
export function defineContactForms(): void {
  const rulesById = new Map<string, Rules>();
  // Without its rules, a form is checked by the server alone.
  const rulesOf = (id: string) => {
    const rules = rulesById.get(id) ?? fetchRules(id).catch(() => ({ rules: [] }));
    rulesById.set(id, rules);
    return rules;
  };
  defineWidget("shop-contact-form", (element, signal) =>
    startUnlessLeft("contact", signal, (signal) => start(element, rulesOf, signal)),
  );
}

function start(element: HTMLElement, rulesOf: (id: string) => Rules, signal: AbortSignal): void {
  const wrapper = element.querySelector<HTMLElement>(".wpcf7");
  if (wrapper?.parentElement?.closest("form")) {
    element.innerHTML = misplaced;
    return;
  }
  const form = wrapper?.querySelector("form");
  if (wrapper && form)
    new ContactForm(wrapper, form, element.dataset.unsent ?? "").start(rulesOf(wrapper.dataset.wpcf7Id ?? ""), signal);
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
  /** Shown when the server cannot be reached. */
  readonly #unsent: string;
  readonly #messages: FieldMessages;
  #rules: readonly FormRule[] = [];
  #isSending = false;

  constructor(wrapper: HTMLElement, form: HTMLFormElement, unsent: string) {
    this.#wrapper = wrapper;
    this.#form = form;
    this.#unsent = unsent;
    this.#messages = new FieldMessages(wrapper);
  }

  start(rules: Rules, signal: AbortSignal): void {
    const form = this.#form;
    this.#wrapper.classList.replace("no-js", "js");
    for (const button of form.querySelectorAll(".has-spinner")) button.after(span("wpcf7-spinner"));
    void rules.then((schema) => {
      this.#rules = schema.rules;
    });
    followFields(form, signal);
    const onSubmit = (event: SubmitEvent) => {
      event.preventDefault();
      void this.#submit(event.submitter);
    };
    form.addEventListener("submit", onSubmit, { signal });
    form.addEventListener("reset", () => void this.#reset(), { signal });
    form.addEventListener("change", ({ target }) => this.#validate(target), { signal });
  }

  /** Checks the fields up to the changed one. */
  #validate(target: EventTarget | null): void {
    if (!(target instanceof Element) || !target.closest(".wpcf7-form-control")) return;
    const data = new FormData(this.#form);
    const errors = this.#rules.length > 0 ? fieldErrors(this.#rules, data) : undefined;
    this.#reflect(data, errors);
    if (!errors || target.closest(".novalidate")) return;
    const before = this.#form.dataset.status ?? "init";
    this.#setStatus("validating");
    for (const wrap of this.#messages.wraps()) {
      const { name = "" } = wrap.dataset;
      this.#messages.set(name, errors.get(name));
      if (wrap.contains(target)) break;
    }
    this.#setStatus(before);
  }

  /** Repeats the valid values of fields where the form has a place for them. */
  #reflect(data: FormData, errors?: ReadonlyMap<string, string>): void {
    for (const place of this.#form.querySelectorAll<HTMLElement>("[data-reflection-of]")) {
      const { reflectionOf: name = "" } = place.dataset;
      const values = errors?.has(name) ? [] : [...data.getAll(name), ...data.getAll(`${name}[]`)];
      const texts = values.map((value) => (typeof value === "string" ? value : value.name)).filter(Boolean);
      if (place instanceof HTMLOutputElement) place.textContent = texts.join(", ");
      else
        place.replaceChildren(
          ...texts.map((text) => Object.assign(document.createElement("output"), { textContent: text })),
        );
    }
  }

  async #submit(submitter: HTMLElement | null): Promise<void> {
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
    try {
      this.#show(await postForm(this.#wrapper.dataset.wpcf7Id ?? "", data), data);
    } catch (error) {
      // What was typed stays.
      this.#setStatus("failed", data);
      this.#messages.say(serverSays(error) || this.#unsent);
    } finally {
      this.#isSending = false;
    }
  }

  #show(answer: FormAnswer, data: FormData): void {
    const { status = "", message = "", posted_data_hash: hash, invalid_fields: invalid = [] } = answer;
    this.#setStatus(classOfStatus(status), data);
    const detail = { status, inputs: inputsOf(data), apiResponse: answer };
    const event = eventsByStatus[status];
    if (event) this.#dispatch(event, data, detail);
    refill(this.#form, answer);
    this.#dispatch("wpcf7submit", data, detail);
    if (hash) for (const input of inputs(this.#form, "_wpcf7_posted_data_hash")) input.value = hash;
    if (status === "mail_sent") this.#form.reset();
    for (const one of invalid) this.#messages.set(one.field, one.message);
    this.#messages.say(message);
    if (invalid.length > 0) this.#messages.focusFirst();
  }

  async #reset(): Promise<void> {
    const data = new FormData(this.#form);
    const after = this.#form.dataset.status === "sent" ? "sent" : "init";
    this.#messages.clear();
    this.#setStatus("resetting", data);
    // Without a refill, the server refuses old answers of quizzes and says so.
    const apiResponse: FormAnswer = await fetchRefill(this.#wrapper.dataset.wpcf7Id ?? "").catch(() => ({}));
    refill(this.#form, apiResponse);
    refreshFields(this.#form);
    this.#reflect(new FormData(this.#form));
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
