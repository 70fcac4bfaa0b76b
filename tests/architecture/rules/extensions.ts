import { paymentMethods } from "../../../src/extensions/payment-methods.ts";
import { extensionList, extensionSeam, isMessages, isTest, roomOf } from "../places.ts";
import type { SourceFile } from "../source-file.ts";
import type { Finding, SourceTree } from "../source-tree.ts";

const providerIds = new RegExp(`(^|[^a-z])(${paymentMethods.map(({ id }) => id).join("|")})([^a-z]|$)`, "i");

/** Extensions may import only the seam of shop/; the rest of the shop may import only their list and never names one of them. */
export function checkExtensions({ files }: SourceTree): Finding[] {
  return files
    .filter(({ path }) => !isTest(path))
    .flatMap((file) =>
      roomOf(file.path) === "extensions" ? importsPastSeam(file) : [...importsPastList(file), ...namedProviders(file)],
    );
}

function importsPastSeam({ path, imports }: SourceFile): Finding[] {
  return imports
    .filter(({ target }) => target !== null && roomOf(target) === "shop" && !extensionSeam.includes(target))
    .map(({ target, line }) => ({
      path,
      line,
      rule: "extensions",
      message: `An extension may import only the seam of shop/ (${extensionSeam.join(", ")}), not ${target}.`,
    }));
}

function importsPastList({ path, imports }: SourceFile): Finding[] {
  return imports
    .filter(({ target }) => target !== null && roomOf(target) === "extensions" && !isReachable(path, target))
    .map(({ target, line }) => ({
      path,
      line,
      rule: "extensions",
      message: `Import extensions through their list (${extensionList.join(", ")}), not ${target}.`,
    }));
}

/** Messages are collected by the message catalogue, everything else by the lists. */
function isReachable(path: string, target: string): boolean {
  return extensionList.includes(target) || (roomOf(path) === "messages" && isMessages(target));
}

function namedProviders({ path, strings }: SourceFile): Finding[] {
  return strings
    .filter(({ text }) => providerIds.test(text))
    .map(({ text, line }) => ({
      path,
      line,
      rule: "extensions",
      message: `"${text}" names a provider: put the difference into a property of the provider in src/extensions.`,
    }));
}
