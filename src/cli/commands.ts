import type { Command } from "./command.ts";
import { ordersCommand } from "./orders.ts";
import { settingsCommand } from "./settings.ts";

/** Every command of `npm run shop -- <command>`, in the order of its help. */
export const commands: readonly Command[] = [settingsCommand, ordersCommand];
