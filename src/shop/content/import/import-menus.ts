import { readFile } from "node:fs/promises";
import { sql } from "drizzle-orm";
import { announceChange } from "#db/changes.ts";
import type { Database } from "#db/database.ts";
import { menus } from "#db/tables/content.ts";
import { inTransaction } from "#db/transaction.ts";
import { emptyReport, type ImportReport } from "../../catalogue/import/import-report.ts";
import type { MenuItem, Menus } from "../article.ts";

const places: readonly (keyof Menus)[] = ["primary", "footer", "legal"];

/** The maximum depth of a menu. */
const maxLevels = 3;

/**
 * Imports menus from a JSON file: for each place ("primary", "footer", "legal") a tree of `{ label, path, children }`.
 * Places missing from the file stay as they are. Nothing is imported if there is any error.
 */
export async function importMenus(db: Database, file: string): Promise<ImportReport> {
  const report = emptyReport();
  const content = parse(await readFile(file, "utf8"));
  const found = typeof content === "string" ? [] : places.filter((place) => place in content);
  const problems =
    typeof content === "string" ? [content] : found.flatMap((place) => problemsOf(content[place], place, 1));
  if (typeof content === "string" || problems.length > 0)
    return { ...report, refused: [{ line: 1, reasons: problems }] };
  const rows = found.map((place) => ({ place, items: (content[place] as MenuItem[]).map(plainItem) }));
  return inTransaction(db, async (db) => {
    for (const { place, items } of rows) {
      const changed = await db
        .insert(menus)
        .values({ place, items })
        .onConflictDoUpdate({ target: menus.place, set: { items }, setWhere: sql`${menus.items} <> excluded.items` })
        .returning({ isNew: sql<boolean>`xmax = 0` });
      report[changed.length === 0 ? "unchanged" : changed[0]?.isNew ? "created" : "updated"] += 1;
    }
    if (report.created + report.updated > 0) await announceChange(db, ["menus"]);
    return report;
  });
}

function parse(text: string): Record<string, unknown> | string {
  try {
    const content: unknown = JSON.parse(text);
    if (isRecord(content)) return content;
  } catch {
    // Reported below, like JSON that is no object.
  }
  return "it is not a JSON object of menus";
}

function problemsOf(items: unknown, where: string, level: number): string[] {
  if (!Array.isArray(items)) return [`${where} is not a list`];
  if (level > maxLevels) return [`${where} is nested deeper than ${maxLevels} levels`];
  return items.flatMap((item: unknown, index) => {
    const place = `${where}[${index}]`;
    if (!isRecord(item) || typeof item.label !== "string" || item.label.trim() === "") return [`${place} has no label`];
    const isPath = typeof item.path === "string" && /^(\/(?!\/)|https?:\/\/)\S*$/.test(item.path);
    return [
      ...(isPath ? [] : [`${place} has no path`]),
      ...problemsOf(item.children ?? [], `${place}.children`, level + 1),
    ];
  });
}

function plainItem({ label, path, children }: MenuItem): MenuItem {
  return { label: label.trim(), path, children: (children ?? []).map(plainItem) };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
