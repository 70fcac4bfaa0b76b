import { type AccountDetails, detailsFaults } from "../registration.rules.ts";
import { type AccountFault, emailFault, emailKey, passwordFault } from "./account-fields.rules.ts";

/** What somebody may change of his account. Values are trimmed, but for passwords. */
export interface AccountChange extends AccountDetails {
  email: string;
  /** The password that he has; needed for another address or password. */
  current: string;
  /** The one that he wants; "" to keep it. */
  password: string;
  /** The same, typed again. */
  again: string;
}

type ChangeFaults = Partial<Record<keyof AccountDetails | "email" | "password", AccountFault>> & {
  passwordCurrent?: "required";
  passwordAgain?: "differs";
};

/** Whether it is an address that he must prove: not another spelling of his own. */
export function isOtherEmail(user: { email: string }, { email }: Pick<AccountChange, "email">): boolean {
  return emailKey(email) !== emailKey(user.email);
}

/** All that is wrong at once, by field. */
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
