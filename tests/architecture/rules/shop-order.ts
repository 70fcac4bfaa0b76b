import { isRules, isTest, openShopFiles, shopOrder } from "../places.ts";
import type { Finding, SourceTree } from "../source-tree.ts";

/** A module of shop/ may import only modules before it; notifications to later modules go through jobs. */
export function checkShopOrder({ files, paths }: SourceTree): Finding[] {
  const found: Finding[] = [];
  for (const { path, imports } of files.filter((file) => !isTest(file.path))) {
    const from = moduleOf(path);
    if (from === undefined) continue;
    for (const { target, line } of imports) {
      const to = target === null ? undefined : moduleOf(target);
      if (target === null || to === undefined || isRules(target) || shopOrder.indexOf(to) <= shopOrder.indexOf(from))
        continue;
      const message = `${from} comes before ${to} in shop/ and may not import ${target}: enqueue a job, or move the code up.`;
      found.push({ path, line, rule: "shop order", message });
    }
  }
  return [...found, ...filesOutsideModules(paths)];
}

/** Returns the module of a file in shop/; undefined elsewhere and for files directly in shop/. */
function moduleOf(path: string): string | undefined {
  const [, room, module, file] = path.split("/");
  return room === "shop" && file !== undefined ? module : undefined;
}

function filesOutsideModules(paths: readonly string[]): Finding[] {
  return paths
    .filter((path) => path.startsWith("src/shop/") && !openShopFiles.includes(path) && !isTest(path))
    .filter((path) => !shopOrder.includes(moduleOf(path) ?? ""))
    .map((path) => ({
      path,
      line: 1,
      rule: "shop order",
      message: `Every file in shop/ must be in one of its modules (${shopOrder.join(", ")}).`,
    }));
}
