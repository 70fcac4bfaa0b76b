import type { Task } from "graphile-worker";
import { Type } from "typebox";
import { Compile } from "typebox/compile";
import type { Database } from "#db/database.ts";
import { claimOrders } from "#shop/orders/claim-orders.ts";

const payloadShape = Compile(
  Type.Object({ userId: Type.Integer(), registrationIds: Type.Array(Type.Integer(), { maxItems: 1000 }) }),
);

/** Job `claim-orders`: an account that was asked for at the checkout gets the orders that asked. */
export function claimOrdersJob({ db }: { db: Database }): Task {
  return async (payload) => {
    const { userId, registrationIds } = payloadShape.Parse(payload);
    await claimOrders(db, userId, registrationIds);
  };
}
