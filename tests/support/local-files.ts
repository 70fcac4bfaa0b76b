import { join } from "node:path";
import { openLocalFolder } from "#platform/storage/local-folder.ts";
import type { ShopFiles } from "#platform/storage/open-storage.ts";

/** The files of a shop below a folder, as `openStorage` keeps them in DATA_DIR. */
export function localFiles(folder: string): ShopFiles {
  const open = (kind: keyof ShopFiles) => openLocalFolder(join(folder, kind));
  return { media: open("media"), downloads: open("downloads"), mail: open("mail") };
}
