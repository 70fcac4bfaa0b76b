import { createHash } from "node:crypto";
import { relative } from "node:path";

/**
 * Returns a Vite plugin that hashes a module of the build and everything it imports, directly or not, packages included.
 * @param entry absolute path of the module
 * @param onHash called at the end of the build with 16 hex digits. They change only with the code of these modules, and do
 * not depend on where the project is.
 */
export function moduleHash({ root, entry, onHash }) {
  return {
    name: "module-hash",
    buildEnd(error) {
      if (error) return;
      const ids = new Set([entry]);
      for (const id of ids) {
        const { importedIds = [], dynamicallyImportedIds = [] } = this.getModuleInfo(id) ?? {};
        for (const imported of [...importedIds, ...dynamicallyImportedIds]) ids.add(imported);
      }
      const texts = [...ids].map((id) => `${relative(root, id)}\0${this.getModuleInfo(id)?.code ?? ""}\0`);
      onHash(createHash("sha256").update(texts.sort().join("")).digest("hex").slice(0, 16));
    },
  };
}
