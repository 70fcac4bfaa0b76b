import { prepareDataDir } from "#platform/folders.ts";
import { rotateSecretKey } from "#platform/secret-keys.ts";
import { StartError } from "#platform/start-error.ts";
import type { FolderCommand } from "../command.ts";

/** `rotate-secret`: creates a new secret key; the old one stays valid for a day. */
export const rotateSecretCommand: FolderCommand = {
  name: "rotate-secret",
  usage: "rotate-secret",
  summary: "create a new secret key (the old one stays valid for a day; restart the shop afterwards)",
  needs: "nothing",
  async run({ config, dataDir, clock, print }) {
    if (config.secrets.secretKey !== null)
      throw new StartError(
        "The key comes from SECRET_KEY: change that variable instead, the old one stays valid for a day.",
      );
    await prepareDataDir(dataDir);
    await rotateSecretKey(dataDir, clock.now());
    print("Created a new secret key. Restart the shop to use it.");
  },
};
