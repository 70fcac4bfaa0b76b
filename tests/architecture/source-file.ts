import { posix } from "node:path";
import { parseSync } from "vite";

/** One parsed code file, reduced to what the rules check. */
export interface SourceFile {
  path: string;
  imports: readonly Import[];
  /** String literals and the constant beginnings of templates, without import paths. */
  strings: readonly TextAt[];
  /** Lines that read the environment. */
  environmentLines: readonly number[];
  /** Lines that build a regular expression from anything but one literal. */
  expressionLines: readonly number[];
  /** Lines that name the data folder (`dataDir`). */
  dataDirLines: readonly number[];
  defaultExportLine: number | null;
  starExportLines: readonly number[];
  /** Lines of module-level state and of statements with effects on import. */
  stateLines: readonly number[];
  /** True when every statement re-exports from another file. */
  onlyReExports: boolean;
}

export interface Import {
  /** As written: "#shop/cart/cart.ts", "./cart.ts", "react". */
  specifier: string;
  /** The imported file, relative to the project's root; null for packages and built-ins. */
  target: string | null;
  line: number;
  /** True for `import type`, `export type ... from` and `import("...").Type`, which do not exist at run time. */
  typeOnly: boolean;
}

export interface TextAt {
  text: string;
  line: number;
}

type Node = { type: string; start: number; end: number } & Record<string, unknown>;

/** Parses one file. @throws SyntaxError with the file's path when it cannot be parsed. */
export function parseSource(path: string, text: string): SourceFile {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new SyntaxError(`${path}: ${errors[0]?.message}`);
  const reader = new Reader(path, text);
  const statements = program.body as unknown as Node[];
  for (const statement of statements) reader.read(statement);
  return {
    ...reader.found,
    path,
    stateLines: statements
      .filter((statement) => holdsState(statement, text))
      .map((statement) => reader.lineOf(statement)),
    onlyReExports:
      statements.length > 0 && statements.every((statement) => isNode(statement.source) && isExport(statement)),
  };
}

class Reader {
  readonly found = {
    imports: [] as Import[],
    strings: [] as TextAt[],
    environmentLines: [] as number[],
    expressionLines: [] as number[],
    dataDirLines: [] as number[],
    starExportLines: [] as number[],
    defaultExportLine: null as number | null,
  };
  readonly #path: string;
  readonly #text: string;

  constructor(path: string, text: string) {
    this.#path = path;
    this.#text = text;
  }

  read(node: Node): void {
    this.#note(node);
    for (const [key, value] of Object.entries(node)) {
      if (key === "source" && isLiteral(value)) continue;
      if (isNode(value)) this.read(value);
      else if (Array.isArray(value)) for (const one of value) if (isNode(one)) this.read(one);
    }
  }

  #note(node: Node): void {
    if (node.type === "ImportDeclaration") this.#addImport(node, node.importKind === "type");
    else if (node.type === "TSImportType") this.#addImport(node, true);
    else if (node.type === "ImportExpression") this.#addImport(node, false);
    else if (isExport(node)) this.#noteExport(node);
    else if (node.type === "Literal" && typeof node.value === "string") this.#addString(node, node.value);
    else if (node.type === "TemplateLiteral") this.#addString(node, beginning(node));
    else if (node.type === "Identifier" && node.name === "dataDir") this.found.dataDirLines.push(this.lineOf(node));
    else if (buildsExpression(node)) this.found.expressionLines.push(this.lineOf(node));
    else if (readsEnvironment(node)) this.found.environmentLines.push(this.lineOf(node));
  }

  #noteExport(node: Node): void {
    if (isLiteral(node.source)) this.#addImport(node, node.exportKind === "type");
    if (node.type === "ExportAllDeclaration") this.found.starExportLines.push(this.lineOf(node));
    if (node.type === "ExportDefaultDeclaration" || exportsAsDefault(node))
      this.found.defaultExportLine = this.lineOf(node);
  }

  #addImport(node: Node, typeOnly: boolean): void {
    const specifier = isLiteral(node.source) ? node.source.value : undefined;
    if (typeof specifier !== "string") return;
    if (/^(node:)?process$/.test(specifier) && importsEnvironment(node))
      this.found.environmentLines.push(this.lineOf(node));
    this.found.imports.push({ specifier, target: targetOf(this.#path, specifier), line: this.lineOf(node), typeOnly });
  }

  #addString(node: Node, text: string): void {
    this.found.strings.push({ text, line: this.lineOf(node) });
  }

  lineOf(node: Node): number {
    let line = 1;
    for (let at = this.#text.indexOf("\n"); at >= 0 && at < node.start; at = this.#text.indexOf("\n", at + 1)) line++;
    return line;
  }
}

/** Resolves "#room/path" and "#routes" as package.json's "imports" do, and relative paths from the file. */
function targetOf(path: string, specifier: string): string | null {
  if (specifier.startsWith(".")) return posix.join(posix.dirname(path), specifier.replace(/\?.*$/, ""));
  if (!specifier.startsWith("#")) return null;
  return specifier.includes("/") ? `src/${specifier.slice(1)}` : `src/${specifier.slice(1)}.ts`;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && typeof (value as { type?: unknown }).type === "string";
}

function isLiteral(value: unknown): value is Node {
  return isNode(value) && value.type === "Literal";
}

function isExport(node: Node): boolean {
  return /^Export(All|Default|Named)Declaration$/.test(node.type);
}

function beginning(template: Node): string {
  const [first] = template.quasis as [{ value: { raw: string } }];
  return first.value.raw;
}

function exportsAsDefault(node: Node): boolean {
  const specifiers = (node.specifiers ?? []) as { exported: { name?: string } }[];
  return specifiers.some(({ exported }) => exported.name === "default");
}

function importsEnvironment(node: Node): boolean {
  const specifiers = (node.specifiers ?? []) as { imported?: { name?: string } }[];
  return specifiers.some(({ imported }) => imported?.name === "env");
}

/** Whether a node is RegExp(...) of something that is put together. */
function buildsExpression({ type, callee, arguments: given }: Node): boolean {
  if (type !== "NewExpression" && type !== "CallExpression") return false;
  const [pattern] = Array.isArray(given) ? (given as unknown[]) : [];
  return isNode(callee) && callee.type === "Identifier" && callee.name === "RegExp" && !isLiteral(pattern);
}

/** `process.env`, `process["env"]`, `const { env } = process`. */
function readsEnvironment(node: Node): boolean {
  if (node.type === "MemberExpression") {
    const property = node.property as { name?: string; value?: unknown };
    return isProcess(node.object) && (property.name === "env" || property.value === "env");
  }
  if (node.type !== "VariableDeclarator" || !isProcess(node.init)) return false;
  const { properties = [] } = node.id as { properties?: { key?: { name?: string } }[] };
  return properties.some(({ key }) => key?.name === "env");
}

function isProcess(value: unknown): boolean {
  if (!isNode(value)) return false;
  if (value.type === "MemberExpression") return (value.property as { name?: string }).name === "process";
  return value.type === "Identifier" && value.name === "process";
}

const declarations = /^(Import|Export|TS|Function|Class)/;

/** Tells whether a top-level statement declares something that can change, or does something on import. */
function holdsState(statement: Node, text: string): boolean {
  const node = isNode(statement.declaration) ? statement.declaration : statement;
  if (node.type !== "VariableDeclaration") return !declarations.test(node.type) && typeof node.directive !== "string";
  return node.kind !== "const" || (node.declarations as Node[]).some((declarator) => isMutable(declarator, text));
}

/** `new Map()`, and array and object literals that neither `as const` nor a readonly type protects. */
function isMutable({ id, init }: Node, text: string): boolean {
  if (!isNode(id) || !isNode(init)) return false;
  if (init.type === "NewExpression") return true;
  const isReadonly = /: ?[Rr]eadonly\b/.test(text.slice(id.start, id.end));
  return /^(Array|Object)Expression$/.test(init.type) && !isReadonly;
}
