// Prints what the house forbids in src/ and ends with status 1 when there is any: `tsx tests/architecture/report.ts`.
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { checkArchitecture, describe } from "./architecture.ts";
import { readSourceTree } from "./source-tree.ts";

const projectDir = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const tree = readSourceTree(projectDir);
const findings = checkArchitecture(tree);
for (const finding of findings) process.stdout.write(`${describe(finding)}\n`);
process.stdout.write(`${tree.files.length} files, ${findings.length} against the rules of the house\n`);
process.exitCode = findings.length > 0 ? 1 : 0;
