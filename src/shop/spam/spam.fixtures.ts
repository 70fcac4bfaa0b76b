import type { FormSource, SpamSettings } from "./judge-form.ts";

/** Where a person's form comes from. */
export const fromPerson: FormSource = { ip: "192.0.2.1", userAgent: "Mozilla/5.0 (test)", read: () => "" };

/** Where a program's form comes from: it has filled in the honeypot. */
export const fromProgram: FormSource = {
  ...fromPerson,
  read: (name) => (name === "ak_hp_textarea" ? "http://x.example" : ""),
};

export const spamSettings: SpamSettings = {
  disallowed_words: [],
  puzzle_service: "none",
  puzzle_secret_key: "",
  puzzle_verify_url: "",
};
