import { attributesCommand } from "./catalogue/attributes.ts";
import { exportCommand } from "./catalogue/export.ts";
import { importCommand } from "./catalogue/import.ts";
import { relatedClicksCommand } from "./catalogue/related-clicks.ts";
import { searchesCommand } from "./catalogue/searches.ts";
import { synonymsCommand } from "./catalogue/synonyms.ts";
import type { Command } from "./command.ts";
import { formsCommand } from "./contact/forms.ts";
import { messagesCommand } from "./contact/messages.ts";
import { reviewsCommand } from "./contact/reviews.ts";
import { spamCommand } from "./contact/spam.ts";
import { articlesCommand } from "./content/articles.ts";
import { mediaCommand } from "./content/media.ts";
import { deliveryCommand } from "./delivery/delivery.ts";

import { auditCommand } from "./operations/audit.ts";
import { backupCommand } from "./operations/backup.ts";
import { createAdminCommand } from "./operations/create-admin.ts";
import { jobsCommand } from "./operations/jobs.ts";
import { mailCommand } from "./operations/mail.ts";
import { privacyCommand } from "./operations/privacy.ts";
import { restoreCommand } from "./operations/restore.ts";
import { restoreToCommand } from "./operations/restore-to.ts";
import { rotateSecretCommand } from "./operations/rotate-secret.ts";
import { settingsCommand } from "./operations/settings.ts";
import { trackingCommand } from "./operations/tracking.ts";
import { usersCommand } from "./operations/users.ts";
import { whereCommand } from "./operations/where.ts";
import { couponsCommand } from "./sales/coupons.ts";
import { customersCommand } from "./sales/customers.ts";
import { downloadsCommand } from "./sales/downloads.ts";
import { newsletterCommand } from "./sales/newsletter.ts";
import { ordersCommand } from "./sales/orders.ts";
import { statisticsCommand } from "./sales/statistics.ts";
import { taxesCommand } from "./sales/taxes.ts";
import { wishlistsCommand } from "./sales/wishlists.ts";

/** Every command of `npm run shop -- <command>`, in the order shown by --help. */
export const commands: readonly Command[] = [
  importCommand,
  exportCommand,
  ordersCommand,
  customersCommand,
  statisticsCommand,
  couponsCommand,
  downloadsCommand,
  newsletterCommand,
  taxesCommand,
  deliveryCommand,
  attributesCommand,
  synonymsCommand,
  relatedClicksCommand,
  searchesCommand,
  articlesCommand,
  mediaCommand,
  formsCommand,
  messagesCommand,
  spamCommand,
  reviewsCommand,
  settingsCommand,
  createAdminCommand,
  usersCommand,
  privacyCommand,
  auditCommand,
  trackingCommand,
  backupCommand,
  restoreCommand,
  restoreToCommand,
  jobsCommand,
  mailCommand,
  wishlistsCommand,
  whereCommand,
  rotateSecretCommand,
];
