import type { Database } from "#db/database.ts";
import type { GivenOptions } from "../command.ts";
import { deliveryCommand } from "./delivery.ts";

/** Runs a `delivery` command. @returns what it prints */
export async function printed(db: Database, args: string[], options: GivenOptions = {}): Promise<string> {
  const lines: string[] = [];
  await deliveryCommand.run({ db, print: (line) => lines.push(line) }, args, options);
  return lines.join("\n");
}
