// The table of file and function sizes of STYLE.md. `npm run check` prints it; people judge it.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { parseSync } from "vite";
import { projectDir } from "./project.mjs";

const isTest = (path) => /\.(test|fixtures)\.tsx?$/.test(path);
const rooms = [
  { name: "src", folder: "src", keep: (path) => !isTest(path) },
  { name: "src, tests", folder: "src", keep: isTest },
  { name: "tests", folder: "tests", keep: () => true },
  { name: "scripts", folder: "scripts", keep: () => true },
];

/** Returns the table as lines. Only functions with a body in braces count; components count as functions. */
export function sizeTable() {
  const measured = rooms.map(measureRoom).filter(({ files }) => files.length > 0);
  const header = ["lines", "files", "median", "95th", "max", "functions", "median", "95th", "max"];
  const rows = measured.map(({ name, files, functions }) => [name, ...figures(files), ...figures(functions)]);
  const [own] = measured;
  return [
    ...aligned([header, ...rows]),
    ...longest("Longest files", own.files, 300),
    ...longest("Longest functions", own.functions, 60),
  ];
}

function measureRoom({ name, folder, keep }) {
  const files = [];
  const functions = [];
  for (const path of codeFiles(folder).filter(keep)) {
    const text = readFileSync(path, "utf8");
    const where = relative(projectDir, path).replaceAll("\\", "/");
    files.push({ where, lines: lineCount(text) });
    functions.push(...functionsOf(where, text));
  }
  return { name, files, functions };
}

function codeFiles(folder) {
  return readdirSync(join(projectDir, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx|mjs)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

function functionsOf(where, text) {
  const found = [];
  const visit = (node, name) => {
    if (node.body?.type === "BlockStatement" && /Function/.test(node.type))
      found.push({
        where: `${where} ${node.id?.name ?? name ?? ""}`.trimEnd(),
        lines: lineCount(text.slice(node.start, node.end)),
      });
    const ownName = node.key?.name ?? node.id?.name;
    for (const value of Object.values(node))
      for (const child of Array.isArray(value) ? value : [value]) if (child?.type) visit(child, ownName);
  };
  visit(parseSync(where, text).program, undefined);
  return found;
}

function lineCount(text) {
  return text.replace(/\n$/, "").split("\n").length;
}

function figures(things) {
  const lines = things.map((thing) => thing.lines).sort((a, b) => a - b);
  const at = (share) => lines[Math.min(lines.length - 1, Math.floor(lines.length * share))] ?? 0;
  return [lines.length, at(0.5), at(0.95), lines.at(-1) ?? 0];
}

/** Returns the five longest, marking those over the size that should be rare. */
function longest(title, things, rare) {
  const sorted = [...things].sort((a, b) => b.lines - a.lines).slice(0, 5);
  return [
    `${title} of src:`,
    ...sorted.map(
      ({ where, lines }) => `  ${String(lines).padStart(4)}  ${where}${lines > rare ? `  (over ${rare})` : ""}`,
    ),
  ];
}

function aligned(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => String(row[column]).length)));
  return rows.map((row) =>
    row
      .map((cell, column) => (column === 0 ? String(cell).padEnd(widths[0]) : String(cell).padStart(widths[column])))
      .join("  "),
  );
}
