import { type AccountDetails, detailsFaults } from "../registration.rules.ts";
import { type AccountFault, emailFault, emailKey, passwordFault } from "./account-fields.rules.ts";

/** Changes of a user's own account. Values are trimmed, except passwords. */
export interface AccountChange extends AccountDetails {
  email: string;
  /** The current password; required to change email or password. */
  current: string;
  /** The new password; "" to keep the current one. */
  password: string;
  /** The new password, repeated. */
  again: string;
}

type ChangeFaults = Partial<Record<keyof AccountDetails | "email" | "password", AccountFault>> & {
  passwordCurrent?: "required";
  passwordAgain?: "differs";
};

/** Returns whether the email must be verified, because it is not just another spelling of the current one. */
export function isOtherEmail(user: { email: string }, { email }: Pick<AccountChange, "email">): boolean {
  return emailKey(email) !== emailKey(user.email);
}

/** Returns all faults by field. */
export function changeFaults(user: { email: string }, change: AccountChange): ChangeFaults {
  const { email, current, password, again } = change;
  const needsCurrent = isOtherEmail(user, change) || password !== "" || again !== "";
  const badEmail = emailFault(email);
  const badPassword = password === "" ? undefined : passwordFault(password);
  return {
    ...detailsFaults(change),
    ...(badEmail && { email: badEmail }),
    ...(needsCurrent && current === "" && { passwordCurrent: "required" }),
    ...(badPassword && { password: badPassword }),
    ...(password !== again && { passwordAgain: "differs" }),
  };
}
