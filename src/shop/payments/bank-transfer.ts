import type { Amount } from "#platform/money.ts";
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
  /** The last moment of the day until which the order waits for it; null: for ever. */
  payBy: Date | null;
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

/** How an order stands to its transfer. */
interface OrderToTransfer {
  status: string;
  paymentMethodId: string;
  total: Amount;
  isPaid: boolean;
}

/** Whether a transfer is waited for. What was paid once and is held up again waits for something else. */
function waitsForTransfer({ status, paymentMethodId, total, isPaid }: OrderToTransfer): boolean {
  return paymentMethodId === id && status === "on-hold" && total > 0 && !isPaid;
}

/** Where the money for an order goes, to the accounts as they are now; null when none is waited for, or there is no account. */
export function transferFor(
  { payBy, ...order }: OrderToTransfer & { payBy: Date | null },
  { bank_instructions: instructions, bank_accounts: accounts }: Pick<Settings, "bank_instructions" | "bank_accounts">,
): Transfer | null {
  return waitsForTransfer(order) && accounts.length > 0 ? { instructions, accounts, payBy } : null;
}

const day = 24 * 3_600_000;

/** Until when an order that begins to wait now does so: to the end of a day, since its buyer is told a day. null: no transfer is waited for, or for ever. */
export function payByOf(
  order: OrderToTransfer,
  { bank_transfer_days: days }: Pick<Settings, "bank_transfer_days">,
  now: Date,
): Date | null {
  if (days === 0 || !waitsForTransfer(order)) return null;
  return new Date((Math.floor(now.getTime() / day) + days + 1) * day - 1);
}
