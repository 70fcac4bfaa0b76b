import { Refusal } from "#shop/refusal.ts";
import { settingDefinitions } from "#shop/settings/setting-definitions.ts";
import { getSettings, isSettingName, resetSetting, setSetting } from "#shop/settings/settings.ts";
import type { Command } from "./command.ts";

/** `settings list | get NAME | set NAME VALUE | reset NAME`. Values are JSON; what is no JSON counts as text. */
export const settingsCommand: Command = {
  name: "settings",
  usage: "settings <list|get|set|reset> [name] [value]",
  summary: "list, get, set or reset the store's settings",
  async run({ db, print }, [what, name = "", value = ""]) {
    const settings = await getSettings(db);
    switch (what) {
      case "list":
        for (const [key, current] of Object.entries(settings)) {
          const definition = settingDefinitions[key as keyof typeof settings];
          print(`${key} = ${JSON.stringify(current)}\n    ${definition.meaning}`);
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
        throw new Refusal("setting_invalid", { name: what ?? "", reasons: "use list, get, set or reset" });
    }
  },
};

function parsed(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    // Not JSON: a text written without quotes, as people type it.
    return value;
  }
}
