import { type Static, Type } from "typebox";
import type { PaymentInstructions, PaymentMethod } from "#shop/payments/payment.ts";
import { type SettingValues, setting } from "#shop/settings/setting.ts";

const line = Type.String({ maxLength: 100 });
const bankAccount = Type.Object(
  { holder: line, bank: line, number: line, iban: line, code: line },
  { additionalProperties: false },
);

const settings = {
  bank_accounts: setting(
    Type.Array(bankAccount, { maxItems: 10 }),
    [],
    "Accounts for bank transfers, each with holder, bank, number, iban and code (BIC, SWIFT or branch); unused parts stay empty. Without an account the method is not offered.",
  ),
  bank_instructions: setting(
    Type.String({ maxLength: 1000 }),
    "Please transfer the amount to our account and quote your order number. We will send your order once the money has arrived.",
    "Instructions for customers who pay by bank transfer.",
  ),
  bank_transfer_days: setting(
    Type.Integer({ minimum: 0, maximum: 365 }),
    14,
    "Days until an unpaid bank transfer order is cancelled and its stock and coupons are returned; 0 for never. Applies to new orders only.",
  ),
};

function rowsOf(account: Static<typeof bankAccount>): PaymentInstructions["accounts"][number] {
  const parts = ["holder", "bank", "number", "iban", "code"] as const;
  return parts.flatMap((part) =>
    account[part] ? [{ label: `bankTransfer.${part}` as const, value: account[part] }] : [],
  );
}

/** Payment in advance by bank transfer: the order is on hold until the money has arrived. */
export const bankTransfer = {
  id: "bacs",
  title: "Bank transfer",
  settings,
  isOffered: (_place, { bank_accounts: accounts }) => accounts.length > 0,
  describe: (_bill, { bank_instructions: instructions }) => (instructions === "" ? [] : [instructions]),
  begin: () => ({ status: "on-hold", payAt: null }),
  prepayment: {
    deadlineDays: ({ bank_transfer_days: days }) => days,
    instructions: ({ bank_instructions: text, bank_accounts: accounts }) =>
      accounts.length === 0
        ? null
        : {
            title: "bankTransfer.title",
            text,
            accounts: accounts.map(rowsOf),
            reference: "bankTransfer.reference",
            deadline: "bankTransfer.deadline",
            request: "bankTransfer.request",
            shopNote: "bankTransfer.shopNote",
            classNames: {
              section: "woocommerce-bacs-bank-details",
              account: "wc-bacs-bank-details bacs_details",
            },
          },
    cancelled: {
      note: (day) => `No transfer has come by ${day}.`,
      intro: "bankTransfer.cancelled",
      introWithPhone: "bankTransfer.cancelledPhone",
    },
  },
} satisfies PaymentMethod<SettingValues<typeof settings>>;
