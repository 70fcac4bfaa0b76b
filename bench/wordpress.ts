import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, readFileSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { openDatabase } from "#db/open.ts";
import { exportFoot, exportHead, itemXml } from "../src/shop/content/wordpress/wordpress.fixtures.ts";
import type { Figure } from "./figure.ts";
import { projectDir } from "./shop.ts";
import type { Workspace } from "./workspace.ts";

const posts = 5000;
const commentsOfPost = 5;
/** Of the export, in bytes. */
const wantedSize = 100e6;

/** Measures the import of a WordPress export of 100 MB: new, repeated, and run again after it was killed. */
export async function measureWordpress({ folder }: Workspace): Promise<Figure[]> {
  const file = join(folder, "export.xml");
  await writeExport(file);
  const { size } = await stat(file);
  const first = await runImport(join(folder, "wordpress"), file);
  expectLine(first.output, `posts: ${posts} new, 0 changed, 0 unchanged`);
  const second = await runImport(join(folder, "wordpress"), file);
  expectLine(second.output, `posts: 0 new, 0 changed, ${posts} unchanged`);
  const killed = join(folder, "wordpress-killed");
  // A new import reads the whole file once before it writes.
  await runImport(killed, file, first.ms * 0.6);
  const [, added = "", kept = ""] =
    /posts: (\d+) new, 0 changed, (\d+) unchanged/.exec((await runImport(killed, file)).output) ?? [];
  const resumed = await digestOf(killed);
  expectLine((await runImport(killed, file)).output, `posts: 0 new, 0 changed, ${posts} unchanged`);
  const repeated = await digestOf(killed);
  const isSame = resumed === repeated && resumed === (await digestOf(join(folder, "wordpress")));
  return [
    {
      what: `WordPress export of ${Math.round(size / 1e6)} MB, ${posts} posts`,
      ...seconds(first),
      bar: { atMost: 60 },
    },
    { what: "  memory", values: [first.peakMb], unit: "MB", bar: { atMost: 300 } },
    { what: "  repeated", ...seconds(second) },
    { what: "  kept by one killed in the middle", values: [Number(kept)], unit: "posts" },
    {
      what: "  shops that differ, of resumed, repeated and whole",
      values: [isSame ? 0 : 1],
      unit: "",
      bar: { atMost: 0 },
    },
    { what: "  lost by it", values: [posts - Number(added) - Number(kept)], unit: "posts", bar: { atMost: 0 } },
  ];
}

/** Returns a hash of the posts, their topics, comments and redirects in a shop, without ids. */
async function digestOf(dataDir: string): Promise<string> {
  const database = await openDatabase({ dataDir, databaseUrl: null, connections: 1, log: () => {} });
  try {
    const { rows } = await database.db.execute<{ digest: string }>(sql`
      select md5(string_agg(line, '' order by line)) as digest from (
        select md5(concat_ws(' ', a.slug, a.title, a.body, a.published_at, s.long_words, array(
          select t.slug from article_topics at join topics t on t.id = at.topic_id where at.article_id = a.id order by at.position)))
        from articles a join article_search s on s.article_id = a.id
        union all select md5(concat_ws(' ', r.source_id, r.body, r.status, p.source_id))
        from reviews r left join reviews p on p.id = r.parent_id
        union all select concat_ws(' ', path, target) from moved_addresses) parts (line)`);
    return rows[0]?.digest ?? "";
  } finally {
    await database.close();
  }
}

interface Run {
  ms: number;
  /** The most resident memory of the process in megabytes (10^6 bytes), without the database's. */
  peakMb: number;
  output: string;
}

const seconds = ({ ms }: Run) => ({ values: [ms / 1000], unit: "s" });

function expectLine(output: string, line: string): void {
  if (!output.includes(line)) throw new Error(`The import did not say "${line}":\n${output}`);
}

/** @param killAfterMs sends SIGKILL then; undefined: waits for the end */
async function runImport(dataDir: string, file: string, killAfterMs?: number): Promise<Run> {
  const { PATH, HOME, TMPDIR, LANG } = process.env;
  const began = performance.now();
  const child = spawn(process.execPath, ["scripts/shop.mjs", "import", "wordpress", file], {
    cwd: projectDir,
    env: { PATH, HOME, TMPDIR, LANG, DATA_DIR: dataDir },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  const ended = once(child, "exit");
  let peakMb = 0;
  while (child.exitCode === null && child.signalCode === null) {
    peakMb = Math.max(peakMb, peakOf(child));
    if (killAfterMs !== undefined && performance.now() - began > killAfterMs) child.kill("SIGKILL");
    await delay(100);
  }
  await ended;
  if (killAfterMs === undefined && child.exitCode !== 0) throw new Error(`The import failed: ${output}`);
  return { ms: performance.now() - began, peakMb, output };
}

function peakOf({ pid }: ChildProcess): number {
  try {
    return (Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) * 1024) / 1e6;
  } catch {
    // It has just exited.
    return 0;
  }
}

const words =
  "water leaves steam cup kettle garden morning harvest slowly warm green bitter sweet patience mountain rain".split(
    " ",
  );

/** Writes posts with blocks, links, shortcodes and comments, none with pictures, which would measure their server. */
async function writeExport(file: string): Promise<void> {
  const stream = createWriteStream(file);
  stream.write(exportHead);
  for (let id = 1; id <= posts; id++) if (!stream.write(postXml(id))) await once(stream, "drain");
  stream.end(exportFoot);
  await once(stream, "finish");
}

function postXml(id: number): string {
  const paragraph = (number: number) => {
    const text = Array.from({ length: 60 }, (_, at) => words[(id * 7 + number * 13 + at * at) % words.length]).join(
      " ",
    );
    const link = `<a href="https://old.example/post-${1 + ((id * 31 + number) % posts)}/">more</a>`;
    return `<!-- wp:paragraph -->\n<p>${text} <strong>${id}</strong> ${link}</p>\n<!-- /wp:paragraph -->\n\n`;
  };
  const discussion = Array.from({ length: commentsOfPost }, (_, at) => ({
    id: id * 10 + at,
    parent: at % 2 === 0 ? 0 : id * 10 + at - 1,
    content: `I had the same with number ${id}, and ${words[(id + at) % words.length]} helped.`,
  }));
  const terms: [string, string, string][] = [["category", `topic-${id % 20}`, `Topic ${id % 20}`]];
  const frame = { id, slug: `post-${id}`, link: `https://old.example/2024/post-${id}/`, terms, discussion };
  let content = `<!-- wp:heading --><h2>On ${words[id % words.length]}</h2><!-- /wp:heading -->\n`;
  for (let number = 0; content.length < wantedSize / posts - 4500; number++) content += paragraph(number);
  return itemXml({ ...frame, content: `${content}[contact-form-7 id="1"]` });
}
