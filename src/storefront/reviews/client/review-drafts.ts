/** Fields that a draft keeps. */
const keptFields = ["comment", "rating", "author", "email"] as const;

/** Values by field. */
type Draft = Record<string, string>;

/** Keeps what is typed into a form for this tab, so that sorting the reviews or looking at others does not lose it. */
export function keepDraft(form: HTMLFormElement): void {
  const draft: Draft = Object.fromEntries(keptFields.map((name) => [name, controlOf(form, name)?.value ?? ""]));
  const isEmpty = !draft.comment && !draft.rating;
  if (isEmpty) forgetDraft(form);
  else openStore()?.setItem(keyOf(form), JSON.stringify(draft));
}

/** Fills the empty fields of a form with its draft. */
export function restoreDraft(form: HTMLFormElement): void {
  const draft = parse(openStore()?.getItem(keyOf(form)) ?? "null");
  for (const name of keptFields) {
    const control = controlOf(form, name);
    const value = draft?.[name];
    if (control?.value === "" && typeof value === "string") control.value = value;
  }
}

/** Deletes the draft of a form. */
export function forgetDraft(form: HTMLFormElement): void {
  openStore()?.removeItem(keyOf(form));
}

/** Each reply has a draft of its own. */
function keyOf(form: HTMLFormElement): string {
  const [product, parent] = ["comment_post_ID", "comment_parent"].map((name) => controlOf(form, name)?.value);
  return `chowk_review:${form.id}:${product}:${parent}`;
}

function controlOf(form: HTMLFormElement, name: string) {
  return form.querySelector<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>(`[name="${name}"]`);
}

/** Returns the tab's storage; null if the browser forbids it. */
function openStore(): Storage | null {
  try {
    return window.sessionStorage;
  } catch {
    return null;
  }
}

/** Returns a stored draft; null if another script has written something else. */
function parse(text: string): Draft | null {
  try {
    return JSON.parse(text) as Draft | null;
  } catch {
    return null;
  }
}
