import { frameFolders, isFragment, isTest } from "../places.ts";
import type { Finding, SourceTree } from "../source-tree.ts";

/**
 * A storefront feature (a folder of src/storefront) may import from another feature only its `fragments/` and, in the
 * browser, its `client/`. A route may call another feature's route. The frame folders may be imported and import freely.
 */
export function checkFeatures({ files }: SourceTree): Finding[] {
  return files
    .filter(({ path }) => !isTest(path))
    .flatMap(({ path, imports }) =>
      imports.flatMap(({ target, line }) =>
        target === null || mayImport(path, target)
          ? []
          : [
              {
                path,
                line,
                rule: "features",
                message: `A feature may import only fragments/ and client/ from another feature, not ${target}.`,
              },
            ],
      ),
    );
}

function mayImport(path: string, target: string): boolean {
  const from = featureOf(path);
  const to = featureOf(target);
  if (from === undefined || to === undefined || from === to) return true;
  if (frameFolders.includes(from) || frameFolders.includes(to) || isFragment(target)) return true;
  return /\/client\//.test(target) || (isRoute(path) && isRoute(target));
}

/** Returns the feature's folder name; undefined outside the storefront. */
function featureOf(path: string): string | undefined {
  return /^src\/storefront\/([^/]+)\//.exec(path)?.[1];
}

function isRoute(path: string): boolean {
  return /\/route\.tsx?$/.test(path);
}
