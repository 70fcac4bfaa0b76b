import { expect, test } from "vitest";
import { settingsOf } from "./form-settings.rules.ts";

test("settings are on with on, true and 1", () => {
  expect(settingsOf("demo_mode: on\r\nskip_mail:true\n  subscribers_only : 1\ndo_not_store: 'ON'")).toMatchObject({
    demoMode: true,
    skipMail: true,
    subscribersOnly: true,
    doNotStore: true,
    acceptanceAsValidation: false,
  });
});

test("other values and unknown lines change nothing, and the first line of a setting counts", () => {
  expect(
    settingsOf("demo_mode: yes\nskip_mail\n# note\nfoo: on\nconstructor: on\ndo_not_store: off\ndo_not_store: on"),
  ).toEqual(settingsOf(""));
});

test("texts lose their quotes", () => {
  expect(settingsOf('flamingo_subject: "[your-subject]: new"\nflamingo_email: [mail]')).toMatchObject({
    storedSubject: "[your-subject]: new",
    storedEmail: "[mail]",
    storedName: undefined,
  });
});
