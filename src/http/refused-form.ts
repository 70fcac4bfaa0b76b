import type { FastifyRequest } from "fastify";

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

const refusedForms = new WeakMap<FastifyRequest, RefusedForm>();

/** Notes that the form which this request sent was refused. */
export function refuseForm(request: FastifyRequest, form: RefusedForm): void {
  refusedForms.set(request, form);
}

/** The form of this name that this request sent and the shop refused, if it did. */
export function findRefusedForm(request: FastifyRequest, name: string): RefusedForm | undefined {
  const form = refusedForms.get(request);
  return form?.name === name ? form : undefined;
}
