import { expect, test } from "vitest";
import { classOfStatus } from "./form-status.rules.ts";
import { messageOfStatus, messagesOf } from "./validation/form-messages.rules.ts";

test.each([
  ["init", "init"],
  ["validating", "validating"],
  ["submitting", "submitting"],
  ["resetting", "resetting"],
  ["validation_failed", "invalid"],
  ["acceptance_missing", "unaccepted"],
  ["spam", "spam"],
  ["aborted", "aborted"],
  ["mail_sent", "sent"],
  ["mail_failed", "failed"],
  ["payment_required", "payment-required"],
  ["error", "custom-error"],
  ["foo_bar_baz", "custom-foo-bar_baz"],
  ["constructor", "custom-constructor"],
  ["a b.c", "custom-a-b.c"],
])("the status %s has the class %s", (status, name) => {
  expect(classOfStatus(status)).toBe(name);
});

test.each([
  ["mail_sent", "Sent!"],
  ["mail_failed", "There was an error trying to send your message. Please try again later."],
  ["validation_failed", "One or more fields have an error. Please check and try again."],
  ["acceptance_missing", "You must accept the terms and conditions before sending your message."],
  ["spam", "There was an error trying to send your message. Please try again later."],
  ["aborted", "Sending mail has been aborted."],
  ["payment_required", "Payment is required. Please pay by credit card."],
  ["error", "This contact form is available only for logged in users."],
  ["other", ""],
])("the status %s has the message %j", (status, message) => {
  expect(messageOfStatus(status, messagesOf({ mail_sent_ok: "Sent!" }))).toBe(message);
});
