import { basename, dirname, resolve } from "node:path";
import { StartError } from "#platform/start-error.ts";
import {
  listAttributeValues,
  readColour,
  type StoredSwatch,
  setSwatch,
} from "#shop/catalogue/attributes/attribute-values.ts";
import { importPicture } from "#shop/catalogue/import/import-picture.ts";
import { PictureProblem } from "#shop/catalogue/pictures/picture-file.ts";
import { type CommandContext, type DatabaseCommand, unknownWord } from "../command.ts";

type AttributesContext = Pick<CommandContext, "db" | "files" | "print">;

/** `attributes list` and `attributes set ATTRIBUTE VALUE SWATCH`. */
export const attributesCommand: DatabaseCommand<AttributesContext> = {
  name: "attributes",
  usage: "attributes <what> [attribute] [value] [swatch]",
  summary:
    "list the values of attributes, or set pa_flavour mango to a colour (#ffb000), a picture (FILE or URL) or none",
  needs: "migrated database",
  async run(context, [what = "", attribute = "", value = "", swatch = ""]) {
    const { db, print } = context;
    switch (what) {
      case "list": {
        const values = await listAttributeValues(db);
        if (values.length === 0) print("There are no attributes yet.");
        for (const { attributeSlug, slug, name, colour, picture } of values)
          print([attributeSlug, slug, name, colour ?? picture?.file ?? ""].join("  ").trimEnd());
        return;
      }
      case "set": {
        if (swatch === "")
          throw new StartError("Name attribute, value and swatch: attributes set pa_flavour chocolate '#5b3a29'");
        const isChanged = await setSwatch(db, attribute, value, await readSwatch(context, swatch));
        return print(`${isChanged ? "Changed" : "Unchanged"}: ${attribute} ${value} ${swatch}`);
      }
      default:
        throw unknownWord("attributes", what, ["list", "set ATTRIBUTE VALUE SWATCH"]);
    }
  },
};

/** @throws StartError if the picture cannot be read */
async function readSwatch({ db, files }: AttributesContext, text: string): Promise<StoredSwatch> {
  const colour = readColour(text);
  if (colour !== undefined || text === "none") return { colour: colour ?? null, mediaId: null };
  const isUrl = text.includes("://");
  const [folder, source] = isUrl ? [".", text] : [dirname(resolve(text)), basename(text)];
  try {
    return { colour: null, mediaId: await importPicture(db, folder, files.media, source) };
  } catch (error) {
    if (error instanceof PictureProblem)
      throw new StartError(`${error.message}. A swatch is a colour such as #5b3a29, a picture's file or URL, or none.`);
    throw error;
  }
}
