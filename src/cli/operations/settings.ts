import { Refusal } from "#shop/refusal.ts";
import { settingDefinitions } from "#shop/settings/setting-definitions.ts";
import { getSettings, isSettingName, resetSetting, setSetting } from "#shop/settings/settings.ts";
import { type DatabaseCommand, unknownWord } from "../command.ts";

/** `settings list | get NAME | set NAME VALUE | reset NAME`. Values are JSON; anything else is taken as text. */
export const settingsCommand: DatabaseCommand = {
  name: "settings",
  usage: "settings <what> [name] [value]",
  summary: "list the store's settings; get, set or reset NAME",
  needs: "migrated database",
  async run({ db, print }, [what = "", name = "", value = ""]) {
    const settings = await getSettings(db);
    switch (what) {
      case "list":
        for (const [key, current] of Object.entries(settings)) {
          const definition = settingDefinitions[key as keyof typeof settings];
          print(`${key} = ${shortened(JSON.stringify(current))}\n    ${definition.meaning}`);
        }
        return;
      case "get":
        if (!isSettingName(name)) throw new Refusal("setting_unknown", { name });
        return print(JSON.stringify(settings[name]));
      case "set":
        await setSetting(db, name, parsed(value));
        return print(`${name} = ${JSON.stringify(parsed(value))}`);
      case "reset":
        await resetSetting(db, name);
        return print(`${name} is at its default`);
      default:
        throw unknownWord("settings", what, ["list", "get NAME", "set NAME VALUE", "reset NAME"]);
    }
  },
};

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
