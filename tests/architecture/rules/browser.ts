import { browserPackages, isBrowser, isBrowserSafePlatform, isRules, isTest } from "../places.ts";
import type { Import } from "../source-file.ts";
import type { Finding, SourceTree } from "../source-tree.ts";

/**
 * Browser code (islands, client folders and ui) may import browser code, routes, browser-safe platform files and rules
 * files, and none of these may import server code. Type imports are free.
 */
export function checkBrowser({ files }: SourceTree): Finding[] {
  const found: Finding[] = [];
  for (const { path, imports } of files.filter((file) => !isTest(file.path))) {
    const fault = faultFinder(path);
    if (!fault) continue;
    for (const one of imports.filter(({ typeOnly }) => !typeOnly)) {
      const message = fault(one);
      if (message) found.push({ path, line: one.line, rule: isRules(path) ? "rules files" : "browser", message });
    }
  }
  return found;
}

function faultFinder(path: string): ((one: Import) => string | undefined) | undefined {
  if (isBrowser(path)) return browserFault;
  if (isRules(path)) return rulesFault;
  if (isBrowserSafePlatform(path) || path === "src/routes.ts") return platformFault;
  return undefined;
}

function browserFault({ specifier, target }: Import): string | undefined {
  if (target === null) return packageFault(specifier);
  if (target.endsWith(".css") || isBrowser(target) || target === "src/routes.ts") return undefined;
  if (isBrowserSafePlatform(target) || isRules(target)) return undefined;
  return `Browser code may import only browser code, routes, browser-safe platform files and rules files, not ${target}.`;
}

function packageFault(specifier: string): string | undefined {
  const name = specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
  return browserPackages.includes(name) ? undefined : `${specifier} is not on the list of packages for browser code.`;
}

function rulesFault({ specifier, target }: Import): string | undefined {
  if (target !== null && (isRules(target) || target === "src/platform/money.ts")) return undefined;
  return `A rules file may import only rules files, money and types, not ${specifier}.`;
}

function platformFault({ specifier, target }: Import): string | undefined {
  if (target === null) return packageFault(specifier);
  return isBrowserSafePlatform(target) ? undefined : `This file runs in the browser and may not import ${target}.`;
}
