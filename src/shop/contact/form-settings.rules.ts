/** A form's additional settings: lines such as `skip_mail: on`. */
export interface FormSettings {
  demoMode: boolean;
  skipMail: boolean;
  subscribersOnly: boolean;
  doNotStore: boolean;
  acceptanceAsValidation: boolean;
  /** Templates of the stored message's sender and subject; undefined without. */
  storedEmail: string | undefined;
  storedName: string | undefined;
  storedSubject: string | undefined;
}

export const settingNames = {
  demo_mode: "demoMode",
  skip_mail: "skipMail",
  subscribers_only: "subscribersOnly",
  do_not_store: "doNotStore",
  acceptance_as_validation: "acceptanceAsValidation",
  flamingo_email: "storedEmail",
  flamingo_name: "storedName",
  flamingo_subject: "storedSubject",
} as const satisfies Record<string, keyof FormSettings>;

/** Parses additional settings. The first line of a setting counts; others are ignored. */
export function settingsOf(text: string): FormSettings {
  const values = new Map<string, string>();
  for (const line of text.split(/\r\n?|\n/)) {
    const setting = settingLine(line);
    if (setting && !values.has(setting.name)) values.set(setting.name, setting.value);
  }
  const isOn = (name: keyof typeof settingNames) => /^(on|true|1)$/i.test(values.get(name) ?? "");
  return {
    demoMode: isOn("demo_mode"),
    skipMail: isOn("skip_mail"),
    subscribersOnly: isOn("subscribers_only"),
    doNotStore: isOn("do_not_store"),
    acceptanceAsValidation: isOn("acceptance_as_validation"),
    storedEmail: values.get("flamingo_email"),
    storedName: values.get("flamingo_name"),
    storedSubject: values.get("flamingo_subject"),
  };
}

/** Splits a line into the setting's name and its value without quotes; undefined if it is no setting. */
export function settingLine(line: string): { name: string; value: string } | undefined {
  const [, name, written = ""] = /^\s*(\w+)[ \t]*:(.*)$/.exec(line) ?? [];
  if (name === undefined) return undefined;
  const value = written.trim();
  const quoted = /^"(.*)"$|^'(.*)'$/.exec(value);
  return { name, value: quoted?.[1] ?? quoted?.[2] ?? value };
}
