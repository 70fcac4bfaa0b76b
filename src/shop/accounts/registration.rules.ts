import { type AccountFault, nameFault, passwordFault } from "./profile/account-fields.rules.ts";
import { isInternationalPhone } from "./profile/phone.rules.ts";

/** A user's name and phone. Values are trimmed. */
export interface AccountDetails {
  firstName: string;
  lastName: string;
  /** International form, or "". */
  phone: string;
}

/** The fields of a new account. Values are trimmed, except the password. */
export interface Registration extends AccountDetails {
  password: string;
  /** The password, repeated. */
  again: string;
}

type AccountFaults<Field extends string> = Partial<Record<Field, AccountFault>>;
type RegistrationFaults = AccountFaults<keyof AccountDetails | "password"> & { passwordAgain?: "differs" };

/** Returns the faults by field. */
export function registrationFaults(given: Registration): RegistrationFaults {
  return {
    ...withoutNone({ ...faultsOf(given, { needsName: true }), password: passwordFault(given.password) }),
    ...(given.password !== given.again && { passwordAgain: "differs" }),
  };
}

/** Returns the faults by field. A name is optional, because some accounts began without one. */
export function detailsFaults(given: AccountDetails): AccountFaults<keyof AccountDetails> {
  return withoutNone(faultsOf(given, { needsName: false }));
}

function faultsOf({ firstName, lastName, phone }: AccountDetails, { needsName }: { needsName: boolean }) {
  const isFit = phone === "" || isInternationalPhone(phone);
  return {
    firstName: nameFault(firstName, needsName),
    lastName: nameFault(lastName, false),
    phone: isFit ? undefined : ("invalid" as const),
  };
}

/** Drops fields without a fault. */
function withoutNone<Field extends string>(
  faults: Readonly<Record<Field, AccountFault | undefined>>,
): AccountFaults<Field> {
  return Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault)) as AccountFaults<Field>;
}
