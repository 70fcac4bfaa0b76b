import type { FormRule } from "#shop/contact/validation/form-validation.rules.ts";

/** Functions of the form script, which other scripts may call or replace. */
export interface FormScript {
  /** Rules by form id; undefined until they have loaded. */
  schemas: Map<number, FormSchema | undefined>;
  /** Starts a form that was added to the page. */
  init: (form: HTMLFormElement) => void;
  submit: (form: HTMLFormElement, options?: { submitter?: HTMLElement | null }) => unknown;
  reset: (form: HTMLFormElement) => unknown;
  /** Checks the fields up to `target`. */
  validate: (form: HTMLFormElement, options?: { target?: EventTarget | null }) => void;
}

interface FormSchema {
  rules: readonly FormRule[];
}

declare global {
  interface Window {
    /** Set by pages with a form, and completed by the form script; other scripts may add `blocked`. */
    wpcf7: FormScript & { api: { root: string; namespace: string }; blocked?: unknown };
  }
}

/** The server's answer to a posted form or a refill. */
export interface FormAnswer {
  status?: string;
  message?: string;
  posted_data_hash?: string;
  invalid_fields?: readonly { field: string; message: string }[];
  /** Addresses of pictures, by field. */
  captcha?: Readonly<Record<string, string>>;
  quiz?: Readonly<Record<string, readonly [question: string, hash: string]>>;
}

/** An upload may take this long (ms). */
const uploadTimeoutMs = 300_000;

/** Posts a form. @throws Error with the server's message, if it has one, when the form was not answered */
export function postForm(id: number, body: FormData): Promise<FormAnswer> {
  return ask(`${id}/feedback`, { method: "POST", body, signal: AbortSignal.timeout(uploadTimeoutMs) });
}

/** Returns fresh values for quizzes and captchas. */
export function fetchRefill(id: number): Promise<FormAnswer> {
  return ask(`${id}/refill`);
}

/** Returns the rules that a form's fields must pass. */
export function fetchSchema(id: number): Promise<FormSchema> {
  return ask(`${id}/feedback/schema`);
}

async function ask<Answer>(path: string, init?: RequestInit): Promise<Answer> {
  const { root, namespace } = window.wpcf7.api;
  const response = await fetch(`${root}${namespace}/contact-forms/${path}`, {
    headers: { Accept: "application/json, */*;q=0.1" },
    ...init,
  });
  // The server is trusted to answer as it does to all form scripts.
  const answer = (await response.json()) as Answer & { message?: string };
  if (!response.ok) throw new Error(answer.message);
  return answer;
}
