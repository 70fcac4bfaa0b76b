import type { Finding, SourceTree } from "../source-tree.ts";

/** Things are exported by name from the file that makes them. */
export function checkExports({ files }: SourceTree): Finding[] {
  return files.flatMap(({ path, defaultExportLine, starExportLines, onlyReExports }) => [
    ...starExportLines.map((line) => ({
      path,
      line,
      rule: "barrels",
      message: "No file hands on another one's exports: import from the file that makes the thing.",
    })),
    ...(onlyReExports && starExportLines.length === 0
      ? [
          {
            path,
            line: 1,
            rule: "barrels",
            message: "A file of nothing but re-exports is a barrel: import from the makers.",
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
            message: "Exports have a name; there is no default export.",
          },
        ]),
  ]);
}
