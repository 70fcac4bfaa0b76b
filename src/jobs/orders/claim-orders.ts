import type { Task } from "graphile-worker";
import { Type } from "typebox";
import { Compile } from "typebox/compile";
import type { Database } from "#db/database.ts";
import { claimOrder } from "#shop/orders/claim-orders.ts";

const payloadShape = Compile(Type.Object({ userId: Type.Integer(), registrationId: Type.Integer() }));

/** Job `claim-orders`: assigns an order to the account that was requested with it at checkout. */
export function claimOrdersJob({ db }: { db: Database }): Task {
  return async (payload) => {
    const { userId, registrationId } = payloadShape.Parse(payload);
    await claimOrder(db, userId, registrationId);
  };
}
