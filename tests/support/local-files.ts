import { join } from "node:path";
import { openLocalFolder } from "#platform/storage/local-folder.ts";
import type { ShopFiles } from "#platform/storage/open-storage.ts";

/** Opens a shop's files below a folder, laid out as `openStorage` does in DATA_DIR. */
export function localFiles(folder: string): ShopFiles {
  const open = (kind: keyof ShopFiles) => openLocalFolder(join(folder, kind));
  return {
    media: open("media"),
    downloads: open("downloads"),
    attachments: open("attachments"),
    assets: open("assets"),
    mail: open("mail"),
  };
}
