/** A validation error, in words. */
export interface FormError {
  /** Id of the control with the error; null: the form as a whole. */
  controlId: string | null;
  message: string;
  /** Shorter text to show next to the control, if it differs. */
  beside?: string;
}

/** A rejected form, for the page that shows it again: the entered values, without passwords, and the errors. */
export interface RefusedForm {
  /** The field that names the form. */
  name: string;
  /** By name of the control. */
  typed: Readonly<Record<string, string>>;
  errors: readonly FormError[];
  /** A challenge that the browser has to solve before it sends the form again. */
  challenge?: string;
}

/** Field of account forms with the id of the user to whom the form was shown. It proves nothing. */
export const accountField = "chowk_account";
