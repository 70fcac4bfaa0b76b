/** Offers to correct misspelled domains of email addresses. The code is loaded with the first focus on such a field. */
export function startEmailSuggestions(form: HTMLFormElement, signal: AbortSignal): void {
  for (const field of form.querySelectorAll<HTMLInputElement>("input[data-suggestion]")) {
    const load = () => {
      import("./email-suggestion.ts").then(({ suggestEmail }) => suggestEmail(field, signal), reportError);
    };
    if (field === document.activeElement) load();
    else field.addEventListener("focus", load, { once: true, signal });
  }
}
