import { formatCount } from "#platform/format-count.ts";
import { listPictureFaults, type PictureFault } from "#shop/content/pictures/picture-faults.ts";
import { listUnusedMedia } from "#shop/content/pictures/unused-media.ts";
import { type CommandContext, type DatabaseCommand, unknownWord } from "../command.ts";
import { visible } from "../contact/visible.ts";
import { formatMinute } from "../format.ts";

type MediaContext = Pick<CommandContext, "db" | "print" | "clock">;

/** `media unused|undescribed`: lists pictures that nobody sees, and those of pages that lack a text or are missing. Deletes none. */
export const mediaCommand: DatabaseCommand<MediaContext> = {
  name: "media",
  usage: "media <what>",
  summary:
    "pictures: unused, which nothing in the shop shows; undescribed, on published pages without alternative text or caption, or missing",
  needs: "migrated database",
  async run(context, [what = ""]) {
    if (what === "unused") return listUnused(context);
    if (what === "undescribed") return listFaults(context);
    throw unknownWord("media", what, ["unused", "undescribed"]);
  },
};

async function listUnused({ db, print }: MediaContext): Promise<void> {
  const unused = await listUnusedMedia(db);
  for (const { id, title, byteSize, createdAt, file } of unused)
    print([formatMinute(createdAt), String(id), `${Math.ceil(byteSize / 1024)} kB`, file, visible(title)].join("  "));
  print(
    unused.length === 0
      ? "Every picture is shown somewhere."
      : `${formatCount(unused.length, "picture")} that nothing in this shop shows. Other sites may link to them.`,
  );
}

async function listFaults({ db, print, clock }: MediaContext): Promise<void> {
  const faults = await listPictureFaults(db, clock.now());
  for (const one of faults) print(`${one.slug}: ${sentenceOf(one)}`);
  if (faults.length === 0) print("Every picture of a published page has an alternative text and a caption.");
}

/** Says what is wrong with a picture of an article or page. */
export function sentenceOf({ fault, id, title }: PictureFault): string {
  if (fault === "unknown") return `The library has no picture ${visible(title)}.`;
  return `Picture ${id} (${visible(title)}) has no ${fault === "no alt" ? "alternative text" : "caption"}.`;
}
