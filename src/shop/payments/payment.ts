import type { MessageKey, MessageValues } from "#messages/catalogue.ts";
import type { Amount } from "#platform/money.ts";
import type { SettingDefinitions } from "../settings/setting.ts";
import type { Settings } from "../settings/setting-definitions.ts";

/** Text for shoppers: the shop's own words, or a message of the catalogue. */
export type PaymentText = string | { key: MessageKey; values?: MessageValues };

/** Where an order is paid. ISO 3166-1 alpha-2. */
export interface PaymentPlace {
  country: string;
  storeCountry: string;
}

/** The checkout as a method describes itself in it. */
export interface BillToDescribe {
  /** Formatted with its currency. */
  total: string;
  /** Whether the total can still change, since the destination is not complete. */
  isOpen: boolean;
  fulfilment: "courier" | "pickup" | "download";
}

/** An order about to be placed. */
export interface OrderToPay {
  total: Amount;
  /** Whether a line is a download, which must not be handed out unpaid. */
  hasDownloads: boolean;
  /** Whether the order needs work before it is complete: something must be shipped or made. */
  needsWork: boolean;
}

/** The first status of an order, and where the buyer pays. */
export interface PaymentStart {
  status: "pending" | "processing" | "on-hold" | "completed";
  /** Absolute URL of the payment page; null: nothing to do, the order is confirmed at once. */
  payAt: string | null;
}

/** A method offered in the store's own country, as product pages and the quick checkout describe it. */
export interface PaymentPromise {
  icon: "cash";
  title: MessageKey;
  text: MessageKey;
  /** One entry of a list in running text. */
  short: MessageKey;
  /** Takes {amount}; follows the text where the method costs something. */
  fee: MessageKey;
}

/** Payment when the order is handed over. */
export interface Collection<Own> {
  /** The courier's charge for collecting the money; amount 0 for none. */
  fee: (settings: Own) => { label: string; amount: Amount };
  /** Takes {total}; the order page asks the buyer to have the money ready. */
  haveReady: MessageKey;
  /** Takes {days}; the cart's sentence on when the order arrives and how it is paid then. */
  onArrival: MessageKey;
}

/** Where and how an order is paid in advance, for the order page and mails. */
export interface PaymentInstructions {
  title: MessageKey;
  /** The shop's own words; "" for none. */
  text: string;
  /** The accounts that take the money, as labelled values. */
  accounts: readonly (readonly { label: MessageKey; value: string }[])[];
  /** Precedes the order number, which the buyer quotes. */
  reference: MessageKey;
  /** Takes {day}, the payment deadline. */
  deadline: MessageKey;
  /** Takes {total}; the first sentence of the order page. */
  request: MessageKey;
  /** Takes {total}; tells the shop in its mail about the new order that the payment is awaited. */
  shopNote: MessageKey;
  /** Class names that the protocol's style sheets and scripts know. */
  classNames: { section: string; account: string };
}

/** Payment before the order is worked on. Until it is paid the order is on hold. */
export interface Prepayment<Own> {
  /** Days that an unpaid order is kept before it is cancelled; 0: forever. */
  deadlineDays: (settings: Own) => number;
  /** null while the shop has not set up where the money goes. */
  instructions: (settings: Own) => PaymentInstructions | null;
  /** Cancelling an unpaid order. */
  cancelled: {
    /** The note in the order's history. @param day the deadline as yyyy-mm-dd */
    note: (day: string) => string;
    /** Takes {day}; opens the mail to the buyer. */
    intro: MessageKey;
    /** Takes {day} and {phone}; the same for a shop with a phone number. */
    introWithPhone: MessageKey;
  };
}

/**
 * A payment method: everything in which it differs from others. Functions get the values of its own settings.
 * Without `collection` and `prepayment` nothing is left to pay once the order is placed.
 */
export interface PaymentMethod<Own = Settings> {
  /** The id on the wire and in stored orders. */
  id: string;
  title: string;
  /** The store settings that belong to the method. */
  settings: SettingDefinitions;
  isOffered: (place: PaymentPlace, settings: Own) => boolean;
  /** Paragraphs under the method's name at the checkout. */
  describe: (bill: BillToDescribe, settings: Own) => readonly PaymentText[];
  /** Called inside the order's transaction: it decides and does no I/O. */
  begin: (order: OrderToPay) => PaymentStart;
  promise?: PaymentPromise;
  collection?: Collection<Own>;
  prepayment?: Prepayment<Own>;
}
