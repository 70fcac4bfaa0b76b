import type { Static, TSchema } from "typebox";

/** A store setting: its type, its default and what it does. The only place where its default is written. */
export interface SettingDefinition<Schema extends TSchema = TSchema> {
  schema: Schema;
  default: Static<Schema>;
  /** One sentence for `npm run shop -- settings list` and the office. */
  meaning: string;
}

/** Settings by name. */
export type SettingDefinitions = Readonly<Record<string, SettingDefinition>>;

/** The values of settings, by name. */
export type SettingValues<Definitions extends SettingDefinitions> = {
  -readonly [Name in keyof Definitions]: Static<Definitions[Name]["schema"]>;
};

export function setting<Schema extends TSchema>(
  schema: Schema,
  defaultValue: Static<Schema>,
  meaning: string,
): SettingDefinition<Schema> {
  return { schema, default: defaultValue, meaning };
}
