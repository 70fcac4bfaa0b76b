import { type Amount, type Currency, toDecimal } from "#platform/money.ts";
import type { Role } from "../accounts/user.ts";
import type { Address } from "./order.ts";
import { addressParts, momentCell } from "./order-columns.ts";
import type { Cell } from "./write-csv.ts";

/** An account with what it has bought. */
export interface Customer {
  id: number;
  email: string;
  /** International form, or null. */
  phone: string | null;
  firstName: string;
  lastName: string;
  role: Role;
  registeredAt: Date;
  /** The saved billing address. */
  billing: Address | null;
  /** Number of orders of any status. */
  orderCount: number;
  /** Sum of its orders that count as spent (see `isSpent`), by currency; at least one. */
  spent: readonly { amount: Amount; currency: Currency }[];
  lastOrderAt: Date | null;
}

/** A column of the customer export, which has one row per account. */
interface Column<Key extends keyof Customer> {
  /** In the spelling of the protocol's exports. */
  heading: string;
  /** The fields that the cell uses. */
  of: readonly Key[];
  cellOf: (customer: Customer) => Cell;
}

function column<Key extends keyof Customer>(
  heading: string,
  of: readonly Key[],
  cellOf: (customer: Pick<Customer, Key>) => Cell,
): Column<Key> {
  return { heading, of, cellOf };
}

/** All columns in the order of the file. */
const columns = [
  column("customer_id", ["id"], ({ id }) => id),
  column("first_name", ["firstName"], ({ firstName }) => firstName),
  column("last_name", ["lastName"], ({ lastName }) => lastName),
  column("email", ["email"], ({ email }) => email),
  column("phone", ["phone"], ({ phone }) => phone ?? ""),
  column("role", ["role"], ({ role }) => role),
  column("date_registered", ["registeredAt"], ({ registeredAt }) => momentCell(registeredAt)),
  ...Object.entries({ ...addressParts, email: "email", phone: "phone" } as const).map(([name, part]) =>
    column(`billing_${name}`, ["billing"], ({ billing }) => billing?.[part] ?? ""),
  ),
  column("order_count", ["orderCount"], ({ orderCount }) => orderCount),
  column("total_spent", ["spent"], ({ spent }) =>
    spent.map(({ amount, currency }) => toDecimal(amount, currency)).join(", "),
  ),
  column("currency", ["spent"], ({ spent }) => spent.map(({ currency }) => currency.code).join(", ")),
  column("last_order_date", ["lastOrderAt"], ({ lastOrderAt }) => (lastOrderAt ? momentCell(lastOrderAt) : "")),
];

type Missing = Exclude<keyof Customer, (typeof columns)[number]["of"][number]>;

/** A type error naming the fields of `Customer` that have no column. */
type Complete<Left extends never> = Left[] extends never[] ? readonly Column<keyof Customer>[] : never;

/** The columns of the customer export. */
export const customerColumns: Complete<Missing> = columns;
