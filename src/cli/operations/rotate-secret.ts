import { rotateSharedKey } from "#db/shared-keys.ts";
import type { DatabaseCommand } from "../command.ts";

/** `rotate-secret`: makes a new secret key the newest; the old one stays valid for a day. */
export const rotateSecretCommand: DatabaseCommand = {
  name: "rotate-secret",
  usage: "rotate-secret",
  summary: "use a new secret key: SECRET_KEY, or without it a random one (restart the shop on every host afterwards)",
  needs: "migrated database",
  async run({ pool, config, dataDir, clock, print }) {
    const { secretKey: configured } = config.secrets;
    const isNew = await rotateSharedKey(pool, { dataDir, configured, now: clock.now() });
    print(
      isNew
        ? "Changed the secret key; the old one stays valid for a day. Restart the shop on every host to use it."
        : "SECRET_KEY is the key already: set another value on every host, then run this again.",
    );
  },
};
