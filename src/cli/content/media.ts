import { listUndescribed } from "#shop/content/pictures/missing-alt-texts.ts";
import { listUnusedMedia } from "#shop/content/pictures/unused-media.ts";
import { type CommandContext, type DatabaseCommand, unknownWord } from "../command.ts";
import { visible } from "../contact/visible.ts";
import { formatCount, formatMinute } from "../format.ts";

type MediaContext = Pick<CommandContext, "db" | "print" | "clock">;

/** `media unused|undescribed`: lists pictures that nobody sees, and those that some cannot see. Deletes none. */
export const mediaCommand: DatabaseCommand<MediaContext> = {
  name: "media",
  usage: "media <what>",
  summary:
    "pictures: unused, which nothing in the shop shows; undescribed, on published pages without a text for people who do not see them",
  needs: "migrated database",
  async run(context, [what = ""]) {
    if (what === "unused") return listUnused(context);
    if (what === "undescribed") return listSilent(context);
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

async function listSilent({ db, print, clock }: MediaContext): Promise<void> {
  const pictures = await listUndescribed(db, clock.now());
  for (const { slug, id, title } of pictures) print(`${slug}  ${id}  ${visible(title)}`);
  print(
    pictures.length === 0
      ? "Every picture of a published page has a text for people who do not see it."
      : `${formatCount(pictures.length, "picture")} without a text for people who do not see them.`,
  );
}
