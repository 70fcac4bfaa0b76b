import { browserStart, isBrowser, isTest } from "../places.ts";
import type { Finding, SourceTree } from "../source-tree.ts";

/**
 * Modules of client folders and islands hold no state and do nothing on import. State belongs to custom elements, or to objects
 * that main.ts creates. `ui/` is exempt: the server renders it too.
 */
export function checkBrowserState({ files }: SourceTree): Finding[] {
  return files
    .filter(({ path }) => isBrowser(path) && !path.startsWith("src/ui/") && !isTest(path) && path !== browserStart)
    .flatMap(({ path, stateLines }) =>
      stateLines.map((line) => ({
        path,
        line,
        rule: "browser state",
        message: "A browser module has no variables, mutable constants or statements: move them into a custom element.",
      })),
    );
}
