/** Server statuses whose class is not the status itself. */
const classes: Readonly<Record<string, string>> = {
  validation_failed: "invalid",
  acceptance_missing: "unaccepted",
  mail_sent: "sent",
  mail_failed: "failed",
};

const ownStatuses = /^(init|validating|submitting|resetting|spam|aborted|payment_required)$/;

/**
 * Returns the form's class and `data-status` for a status of the server or the client: "sent" for "mail_sent". Unknown
 * ones become "custom-…", with only the first run of other characters replaced by a hyphen, as the form script does.
 */
export function classOfStatus(status: string): string {
  if (Object.hasOwn(classes, status)) return classes[status] ?? "";
  return (ownStatuses.test(status) ? "" : "custom-") + status.replace(/[^0-9a-z]+/i, "-");
}
