import { type AccountFault, nameFault, passwordFault } from "./profile/account-fields.rules.ts";
import { isInternationalPhone } from "./profile/phone.rules.ts";

/** How somebody is called and reached. Values are trimmed. */
export interface AccountDetails {
  firstName: string;
  lastName: string;
  /** International form, or "". */
  phone: string;
}

/** What somebody fills in who opens an account. Values are trimmed, but for the password. */
export interface Registration extends AccountDetails {
  password: string;
  /** The same, typed again. */
  again: string;
}

type AccountFaults<Field extends string> = Partial<Record<Field, AccountFault>>;
type RegistrationFaults = AccountFaults<keyof AccountDetails | "password"> & { passwordAgain?: "differs" };

/** What is wrong, by field. */
export function registrationFaults(given: Registration): RegistrationFaults {
  return {
    ...withoutNone({ ...faultsOf(given, { needsName: true }), password: passwordFault(given.password) }),
    ...(given.password !== given.again && { passwordAgain: "differs" }),
  };
}

/** What is wrong, by field. A name may be left out: not every account began with one. */
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

/** The faults that there are. */
function withoutNone<Field extends string>(
  faults: Readonly<Record<Field, AccountFault | undefined>>,
): AccountFaults<Field> {
  return Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault)) as AccountFaults<Field>;
}
