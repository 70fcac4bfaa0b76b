import { ids, ownFile, ownFiles } from "./block-attributes.ts";
import { type Part, parseBody } from "./parse-body.ts";

/** Lists the pictures that the blocks of a body show: ids, paths below /media/ and import names, as `findNamedPictures` takes them. */
export function pictureNamesIn(body: string): string[] {
  return namesIn(parseBody(body).parts, true);
}

/** Lists those without posters of videos: the player has a text of its own. */
export function namesOfDescribed(body: string): string[] {
  return namesIn(parseBody(body).parts, false);
}

function namesIn(parts: readonly Part[], withPosters: boolean): string[] {
  return parts.flatMap((part) => {
    if (typeof part === "string") return [];
    const { name, attributes, content } = part;
    const chosen = name === "gallery" ? (ids.read(attributes.get("ids") ?? "") ?? []) : [];
    const named = ownFiles.read(attributes.get("pictures") ?? "") ?? [];
    const poster = withPosters ? ownFile.read(attributes.get("poster") ?? "") : undefined;
    return [
      ...chosen.map(String),
      ...named,
      ...(poster === undefined ? [] : [poster]),
      ...namesIn(content, withPosters),
    ];
  });
}
