/** What is wrong with a form, in words. */
export interface FormError {
  /** Id of the control that it is about; null: the form as a whole. */
  controlId: string | null;
  message: string;
  /** What to say beside the control, where that differs: its place tells the rest. */
  beside?: string;
}

/** A form that the shop refused, for the page that shows it again: what was typed, but no password, and what is wrong. */
export interface RefusedForm {
  /** The field that names the form. */
  name: string;
  /** By name of the control. */
  typed: Readonly<Record<string, string>>;
  errors: readonly FormError[];
}

/** The field in which a form of an account says to whom it was shown: his id. It proves nothing. */
export const accountField = "chowk_account";
