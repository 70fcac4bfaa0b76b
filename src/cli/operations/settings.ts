import { Refusal } from "#shop/refusal.ts";
import { settingDefinitions } from "#shop/settings/setting-definitions.ts";
import { getSettings, isSecretSetting, isSettingName, resetSetting, setSetting } from "#shop/settings/settings.ts";
import { type DatabaseCommand, unknownWord } from "../command.ts";

/**
 * `settings list | get NAME | set NAME VALUE | reset NAME`. Values are JSON; anything else is taken as text. Secrets are not
 * printed, and are asked for if VALUE is missing.
 */
export const settingsCommand: DatabaseCommand = {
  name: "settings",
  usage: "settings <what> [name] [value]",
  summary: "list the store's settings; get, set or reset NAME",
  needs: "migrated database",
  async run({ db, print, readSecret }, [what = "", name = "", value = ""]) {
    const settings = await getSettings(db);
    switch (what) {
      case "list":
        for (const [key, current] of Object.entries(settings)) {
          const definition = settingDefinitions[key as keyof typeof settings];
          print(`${key} = ${shortened(written(key, current))}\n    ${definition.meaning}`);
        }
        return;
      case "get":
        if (!isSettingName(name)) throw new Refusal("setting_unknown", { name });
        return print(written(name, settings[name]));
      case "set": {
        const isAsked = value === "" && isSettingName(name) && isSecretSetting(name);
        const given = valueFor(name, isAsked ? await readSecret(`${name}: `) : value);
        await setSetting(db, name, given);
        return print(`${name} = ${written(name, given)}`);
      }
      case "reset":
        await resetSetting(db, name);
        return print(`${name} is at its default`);
      default:
        throw unknownWord("settings", what, ["list", "get NAME", "set NAME VALUE", "reset NAME"]);
    }
  },
};

/** Writes a value as JSON; of a secret only whether it is set. */
function written(name: string, value: unknown): string {
  if (!isSecretSetting(name)) return JSON.stringify(value);
  return value === "" ? '""' : "(secret)";
}

/** Returns what was typed as a value of the setting: texts such as ids may look like numbers. */
function valueFor(name: string, typed: string): unknown {
  const value = parsed(typed);
  const isText = isSettingName(name) && typeof settingDefinitions[name].default === "string";
  return isText && typeof value !== "string" ? typed : value;
}

/** Shortens a value for the list; `settings get` prints the whole value. */
function shortened(value: string): string {
  return value.length > 100 ? `${value.slice(0, 100)}...` : value;
}

function parsed(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    // Not JSON: plain text without quotes, as people type it.
    return value;
  }
}
