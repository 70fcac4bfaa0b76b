import { type Complaint, complain } from "./variation-messages.ts";

/** What presses and sends a variations form. */
interface GuardedForm {
  form: HTMLFormElement;
  /** Why the form cannot be sent as it is, if so. */
  obstacle: () => Complaint | undefined;
  /** Clears the choice. */
  reset: () => void;
}

/**
 * A button that does not buy yet says why: no alert of the browser, but a text beside it that takes the focus. Buttons
 * outside the form, such as the buy bar's, send it too and are told the same.
 */
export function guardForm({ form, obstacle, reset }: GuardedForm, signal: AbortSignal): void {
  const hold = (event: Event) => {
    const reason = obstacle();
    if (!reason) return;
    event.preventDefault();
    complain(form, reason);
  };
  const onReset = (event: Event) => {
    if (!(event.target as Element).closest(".reset_variations")) return;
    event.preventDefault();
    reset();
  };
  form.addEventListener("click", onReset, { signal });
  form.addEventListener("keydown", (event) => event.key === " " && onReset(event), { signal });
  form.addEventListener("click", (event) => inButton(event) && hold(event), { signal });
  form.addEventListener("submit", hold, { signal });
  // The browser's own complaint would name one field; ours says what to do.
  form.noValidate = true;
  signal.addEventListener("abort", () => {
    form.noValidate = false;
  });
}

function inButton(event: Event): boolean {
  return (event.target as Element).closest(".single_add_to_cart_button.disabled") !== null;
}
