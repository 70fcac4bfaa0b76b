import { basename, dirname, resolve } from "node:path";
import { formatCount } from "#platform/format-count.ts";
import { StartError } from "#platform/start-error.ts";
import { importDownload } from "#shop/catalogue/import/import-downloads.ts";
import { readCsv } from "#shop/catalogue/import/read/read-csv.ts";
import { downloadState } from "#shop/orders/downloads/download.ts";
import { findGoodsOfAnyStatus } from "#shop/orders/downloads/goods.ts";
import { addLicenceKeys, removeLicenceList } from "#shop/orders/downloads/licences.ts";
import {
  addProductFile,
  getProductId,
  listDigitalProducts,
  removeProductFile,
} from "#shop/orders/downloads/product-files.ts";
import { setRevoked } from "#shop/orders/downloads/take-download.ts";
import { Refusal } from "#shop/refusal.ts";
import { type CommandContext, type DatabaseCommand, type GivenOptions, unknownWord } from "../command.ts";
import { visible } from "../contact/visible.ts";
import { formatMinute } from "../format.ts";
import { refuseMissingFile } from "../refuse-missing-file.ts";

type DownloadsContext = Pick<CommandContext, "db" | "print" | "clock" | "files">;

interface Asked {
  /** The argument after the word: a product's SKU or number, or an order's number. */
  of: string;
  file: string;
  options: GivenOptions;
}

const words: Readonly<Record<string, (context: DownloadsContext, asked: Asked) => Promise<void>>> = {
  list,
  add,
  remove,
  keys,
  "end-keys": endKeys,
  order,
  revoke: (context, asked) => revoke(context, asked, true),
  restore: (context, asked) => revoke(context, asked, false),
};

/** `downloads`: files and licence keys of products, and who may download what. */
export const downloadsCommand: DatabaseCommand<DownloadsContext> = {
  name: "downloads",
  usage: "downloads <what> [product] [file]",
  summary:
    "list; add PRODUCT FILE; remove PRODUCT KEY; keys PRODUCT FILE: licence keys, one a line; end-keys PRODUCT; order ID; revoke ORDER [FILE]; restore ORDER [FILE]",
  options: [
    { flags: "--name <text>", meaning: "add: what buyers see; default: the file's name" },
    { flags: "--key <key>", meaning: "add: replaces the file with this key; default: the file's name" },
    { flags: "--limit <n>", meaning: "add: downloads per piece; 0 for no limit" },
    { flags: "--days <n>", meaning: "add: how long after payment it can be downloaded; 0 for forever" },
  ],
  needs: "migrated database",
  async run(context, [what = "", of = "", file = ""], options) {
    const ask = Object.hasOwn(words, what) ? words[what] : undefined;
    if (!ask) throw unknownWord("downloads", what, Object.keys(words));
    await ask(context, { of, file, options });
  },
};

async function list({ db, print }: DownloadsContext): Promise<void> {
  const products = await listDigitalProducts(db);
  if (products.length === 0) print("No product is sold as a download or with licence keys.");
  for (const { id, sku, name, files, limit, days, licences } of products) {
    const terms = [limit === null ? "any number" : `${limit} each`, days === null ? "forever" : `${days} days`];
    print([id, sku, visible(name), ...(files.length > 0 ? terms : [])].filter(Boolean).join("  "));
    for (const one of files) print(`  ${visible(one.key)}  ${visible(one.name)}  ${visible(one.file)}`);
    if (licences) {
      const { free, assigned, due } = licences;
      print(`  licence keys: ${free} free, ${assigned} assigned${due > 0 ? `, ${due} MISSING` : ""}`);
    }
  }
}

async function add({ db, print, files }: DownloadsContext, { of, file, options }: Asked): Promise<void> {
  const productId = await getProductId(db, of);
  if (file === "") throw new StartError("Which file? Use downloads add PRODUCT FILE.");
  const path = resolve(file);
  const isUrl = /^https?:\/\//i.test(file);
  const stored = isUrl ? file : await importDownload(dirname(path), basename(path), files.downloads);
  if (stored === undefined) throw new StartError(`There is no file ${file}, or its name cannot be stored.`);
  const name = textOf(options.name, 300) ?? basename(path);
  const key = textOf(options.key, 100) ?? basename(path).slice(0, 100);
  const [limit, days] = [limitOf(options.limit, "--limit"), limitOf(options.days, "--days")];
  await addProductFile(db, { productId, key, name, file: stored, limit, days });
  print(`Added: ${visible(name)} as ${visible(stored)}. Orders from now on have it.`);
}

async function remove({ db, print }: DownloadsContext, { of, file: key }: Asked): Promise<void> {
  const isRemoved = await removeProductFile(db, await getProductId(db, of), key);
  if (!isRemoved)
    throw new StartError(`The product has no file "${key}": "downloads list" shows the keys of its files.`);
  print("Removed. Those who have bought it keep it: use downloads revoke to withdraw it.");
}

/** Keys added in one statement. */
const batch = 5_000;

async function keys({ db, print, clock }: DownloadsContext, { of, file }: Asked): Promise<void> {
  const productId = await getProductId(db, of);
  await refuseMissingFile(`downloads keys ${of}`, file);
  let [read, added, orders] = [0, 0, 0];
  let waiting: string[] = [];
  const flush = async () => {
    const result = await addLicenceKeys(db, productId, waiting, clock.now());
    added += result.added;
    orders += result.orders;
    waiting = [];
  };
  for await (const { line, cells, problem } of readCsv(file)) {
    const key = (cells[0] ?? "").trim();
    if (line === 1 && isHeading(key)) {
      print(`Line 1: left out, because "${visible(key)}" is a heading.`);
      continue;
    }
    if (problem !== undefined || key === "" || key.length > 1000 || /\p{C}/u.test(key)) {
      print(`Line ${line}: ${problem ?? "not a licence key: up to 1,000 visible characters"}`);
      continue;
    }
    read += 1;
    waiting.push(key);
    if (waiting.length === batch) await flush();
  }
  await flush();
  print(`Added ${formatCount(added, "licence key")}; ${read - added} were known.`);
  if (orders > 0) print(`${formatCount(orders, "waiting order")} got keys; the buyers are being mailed.`);
}

/** Returns whether the first line of a list names its column: "key", "License key", "serial_number". */
function isHeading(text: string): boolean {
  const name = text.toLowerCase().replaceAll(/[ _:-]/g, "");
  return (
    name !== "" && /^(?:licen[cs]e|serial|product|activation|software|cd)?(?:keys?|codes?|numbers?|no)?$/.test(name)
  );
}

async function endKeys({ db, print }: DownloadsContext, { of }: Asked): Promise<void> {
  const free = await removeLicenceList(db, await getProductId(db, of));
  print(`Deleted ${formatCount(free, "free licence key")}. Buyers keep theirs.`);
}

async function order({ db, print, clock }: DownloadsContext, { of }: Asked): Promise<void> {
  const { downloads, licences } = await findGoodsOfAnyStatus(db, orderOf(of));
  if (downloads.length + licences.length === 0) print("The order has no files and no licence keys yet.");
  if (downloads.length > 0) print("Files (number for revoke and restore, name, downloads, state):");
  for (const download of downloads) {
    const { id, name, used, usesLeft, expiresAt } = download;
    const left = usesLeft === null ? "any number left" : `${usesLeft} left`;
    const until = expiresAt ? `until ${formatMinute(expiresAt)}` : "forever";
    print(`  ${id}  ${visible(name)}  ${used} used, ${left}, ${until}  ${downloadState(download, clock.now())}`);
  }
  if (licences.length > 0) print("Licence keys (product, key):");
  for (const { productName, keys, due } of licences) {
    for (const key of keys) print(`  ${visible(productName)}  ${visible(key)}`);
    if (due > 0) print(`  ${visible(productName)}  ${formatCount(due, "licence key")} MISSING`);
  }
}

async function revoke({ db, print, clock }: DownloadsContext, { of, file }: Asked, isRevoked: boolean): Promise<void> {
  const id = file === "" ? undefined : orderOf(file);
  const count = await setRevoked(db, { orderId: orderOf(of), id, isRevoked }, clock.now());
  print(`${isRevoked ? "Revoked" : "Restored"} ${formatCount(count, "file")}.`);
}

function orderOf(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new Refusal("order_unknown", { id: text });
  return Number(text);
}

/** Returns the text of an option, cut to a length; undefined if it is missing. */
function textOf(option: string | true | undefined, length: number): string | undefined {
  return typeof option === "string" && option !== "" ? option.slice(0, length) : undefined;
}

/** @returns null for 0, which means no limit; undefined if the option is missing */
function limitOf(option: string | true | undefined, name: string): number | null | undefined {
  if (option === undefined) return undefined;
  if (typeof option !== "string" || !/^\d{1,6}$/.test(option))
    throw new StartError(`${name} takes a number of up to six digits.`);
  return Number(option) || null;
}
