import { backupCommand } from "./backup.ts";
import type { Command } from "./command.ts";
import { couponsCommand } from "./coupons.ts";
import { createAdminCommand } from "./create-admin.ts";
import { customersCommand } from "./customers.ts";
import { deliveryCommand } from "./delivery/delivery.ts";
import { exportCommand } from "./export.ts";
import { formsCommand } from "./forms.ts";
import { importCommand } from "./import.ts";
import { jobsCommand } from "./jobs.ts";
import { mailCommand } from "./mail.ts";
import { messagesCommand } from "./messages.ts";
import { ordersCommand } from "./orders.ts";
import { restoreCommand } from "./restore.ts";
import { rotateSecretCommand } from "./rotate-secret.ts";
import { searchesCommand } from "./searches.ts";
import { settingsCommand } from "./settings.ts";
import { spamCommand } from "./spam.ts";
import { synonymsCommand } from "./synonyms.ts";
import { taxesCommand } from "./taxes.ts";
import { usersCommand } from "./users.ts";
import { whereCommand } from "./where.ts";
import { wishlistsCommand } from "./wishlists.ts";

/** Every command of `npm run shop -- <command>`, in the order shown by --help. */
export const commands: readonly Command[] = [
  importCommand,
  exportCommand,
  ordersCommand,
  customersCommand,
  couponsCommand,
  taxesCommand,
  deliveryCommand,
  synonymsCommand,
  searchesCommand,
  formsCommand,
  messagesCommand,
  spamCommand,
  settingsCommand,
  createAdminCommand,
  usersCommand,
  backupCommand,
  restoreCommand,
  jobsCommand,
  mailCommand,
  wishlistsCommand,
  whereCommand,
  rotateSecretCommand,
];
