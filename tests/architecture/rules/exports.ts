import type { Finding, SourceTree } from "../source-tree.ts";

/** Files have named exports only, and no file re-exports another one's. */
export function checkExports({ files }: SourceTree): Finding[] {
  return files.flatMap(({ path, defaultExportLine, starExportLines, onlyReExports }) => [
    ...starExportLines.map((line) => ({
      path,
      line,
      rule: "barrels",
      message: "Do not re-export: import from the file that defines it.",
    })),
    ...(onlyReExports && starExportLines.length === 0
      ? [
          {
            path,
            line: 1,
            rule: "barrels",
            message: "A file with only re-exports is a barrel: import from the files that define them.",
          },
        ]
      : []),
    ...(defaultExportLine === null
      ? []
      : [
          {
            path,
            line: defaultExportLine,
            rule: "named exports",
            message: "Use a named export instead of a default export.",
          },
        ]),
  ]);
}
