import { type AccountFault, emailFault, nameFault, passwordFault } from "./account-fields.rules.ts";

/** What somebody fills in who wants an account. Values are trimmed, but for the password. */
export interface Registration {
  email: string;
  firstName: string;
  lastName: string;
  /** International form, or "". */
  phone: string;
  password: string;
}

export type AccountFaults<Field extends string> = Partial<Record<Field, AccountFault>>;

/** What is wrong, by field. */
export function registrationFaults(given: Registration): AccountFaults<keyof Registration> {
  return withoutNone({
    firstName: nameFault(given.firstName, true),
    lastName: nameFault(given.lastName, false),
    email: emailFault(given.email),
    phone: given.phone === "" || /^\+[1-9][0-9]{5,14}$/.test(given.phone) ? undefined : "invalid",
    password: passwordFault(given.password),
  });
}

/** The faults that there are. */
export function withoutNone<Field extends string>(
  faults: Readonly<Record<Field, AccountFault | undefined>>,
): AccountFaults<Field> {
  return Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault)) as AccountFaults<Field>;
}
