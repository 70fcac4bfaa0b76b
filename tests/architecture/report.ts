// Prints violations of the architecture rules in src/ and exits with status 1 when there are any: `tsx tests/architecture/report.ts`.
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { checkArchitecture, describe } from "./architecture.ts";
import { readSourceTree } from "./source-tree.ts";

const projectDir = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const tree = readSourceTree(projectDir);
const findings = checkArchitecture(tree);
for (const finding of findings) process.stdout.write(`${describe(finding)}\n`);
process.stdout.write(`${tree.files.length} files, ${findings.length} violations of the architecture rules\n`);
process.exitCode = findings.length > 0 ? 1 : 0;
