import { join } from "node:path";
import { StartError } from "../start-error.ts";
import { openLocalFolder } from "./local-folder.ts";
import { type FileStorage, StorageError } from "./storage.ts";

/** The shop's file storages, by kind. */
export interface ShopFiles {
  /** Pictures and their renditions; public. Keys are those in the database. */
  media: FileStorage;
  /** Files that buyers download; private. */
  downloads: FileStorage;
  /** Files that came with messages; private. */
  attachments: FileStorage;
  /** The browser's files of the builds that hosts run or ran recently; public. */
  assets: FileStorage;
  /** Mails as .eml files, if there is no mail server. */
  mail: FileStorage;
}

export interface StorageOptions {
  dataDir: string;
  /** A bucket; null keeps files in the data folder. */
  storage: { bucket: string; prefix: string; endpoint: string | null; region: string } | null;
  secrets: { storage: { accessKey: string; secretKey: string } | null };
}

/** Opens the storages of the shop's files. Reads and creates nothing before the first use. */
export async function openStorage({ dataDir, storage, secrets }: StorageOptions): Promise<ShopFiles> {
  if (!storage || !secrets.storage) {
    return {
      media: openLocalFolder(join(dataDir, "media")),
      downloads: openLocalFolder(join(dataDir, "downloads"), { isPrivate: true }),
      attachments: openLocalFolder(join(dataDir, "attachments"), { isPrivate: true }),
      assets: openLocalFolder(join(dataDir, "assets")),
      mail: openLocalFolder(join(dataDir, "mail"), { isPrivate: true }),
    };
  }
  const credentials = secrets.storage;
  const { openS3 } = await import("./s3.ts");
  const open = (kind: string) => openS3({ ...storage, credentials, prefix: `${storage.prefix}${kind}/` });
  return {
    media: open("media"),
    downloads: open("downloads"),
    attachments: open("attachments"),
    assets: open("assets"),
    mail: open("mail"),
  };
}

/** Checks that object storage answers and accepts the credentials. @throws StartError if it does not */
export async function checkStorage({ media }: ShopFiles): Promise<void> {
  if (media.folder !== undefined) return;
  try {
    await media.list()[Symbol.asyncIterator]().next();
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    throw new StartError(`${error.message}. Check STORAGE_URL, STORAGE_ACCESS_KEY and STORAGE_SECRET_KEY.`);
  }
}
