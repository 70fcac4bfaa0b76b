import { hasForbiddenCharacters } from "./line-text.rules.ts";

/** A fault of an account field. */
export type AccountFault = "required" | "invalid" | "too_long" | "too_short" | "characters";

export const minPasswordLength = 8;
/** In characters; longer ones only cost time. */
const maxPasswordLength = 200;
const maxNameLength = 60;

/**
 * Returns the email in lower case, for comparison. Only ASCII addresses are accepted, so that none can look like
 * another.
 */
export function emailKey(email: string): string {
  return email.trim().toLowerCase();
}

/**
 * Returns whether `text` is an email address by the shop's specification: at least 6 characters, one "@" that is not
 * the first, a local part of letters, digits and !#$%&'*+/=?^_`{|}~.-, and a domain of two or more labels of letters,
 * digits or inner hyphens.
 */
export function isEmail(text: string): boolean {
  const [local, domain, ...rest] = text.split("@");
  if (text.length < 6 || !local || !domain || rest.length > 0) return false;
  if (!/^[a-zA-Z0-9!#$%&'*+/=?^_`{|}~.-]+$/.test(local)) return false;
  const labels = domain.split(".");
  return labels.length >= 2 && labels.every((label) => /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i.test(label));
}

/** Returns the fault of a required email address. */
export function emailFault(text: string): AccountFault | undefined {
  if (text === "") return "required";
  if (text.length > 254) return "too_long";
  return isEmail(text) ? undefined : "invalid";
}

/** Returns the fault of a new password; only its length matters. Spaces and characters of any script are allowed. */
export function passwordFault(password: string): AccountFault | undefined {
  if (password === "") return "required";
  if (/\p{Cs}/u.test(password) || password.includes("\0")) return "characters";
  const length = Array.from(password).length;
  return length < minPasswordLength ? "too_short" : length > maxPasswordLength ? "too_long" : undefined;
}

/** Returns the fault of a name. */
export function nameFault(name: string, isRequired: boolean): AccountFault | undefined {
  if (name === "") return isRequired ? "required" : undefined;
  if (hasForbiddenCharacters(name)) return "characters";
  return Array.from(name).length > maxNameLength ? "too_long" : undefined;
}
