import type { Settings } from "../settings/setting-definitions.ts";
import type { PaymentMethod } from "./payment.ts";

/** An account that money can be sent to, as the shop writes it; "" for what it does not have. */
export interface BankAccount {
  /** Whose it is. */
  holder: string;
  bank: string;
  number: string;
  iban: string;
  /** BIC, SWIFT or branch code. */
  code: string;
}

/** What who pays by transfer has to know. */
export interface Transfer {
  instructions: string;
  accounts: readonly BankAccount[];
  /** How long the order waits for it; 0: for ever. */
  days: number;
}

const id = "bacs";

/** Paid by a transfer before anything is sent: the order waits for the money. Offered once there is an account. */
export const bankTransfer: PaymentMethod = {
  id,
  title: "Bank transfer",
  isPaidAtDoor: false,
  isReady: (settings) => settings.bank_accounts.length > 0,
  describe: (settings) => settings.bank_instructions,
  begin: () => ({ status: "on-hold", payAt: null }),
};

/** Where the money for an order goes, to the accounts as they are now; null when none is waited for, or there is no account. */
export function transferFor(
  { status, paymentMethodId }: { status: string; paymentMethodId: string },
  { bank_instructions: instructions, bank_accounts: accounts, bank_transfer_days: days }: Settings,
): Transfer | null {
  if (paymentMethodId !== id || status !== "on-hold" || accounts.length === 0) return null;
  return { instructions, accounts, days };
}
