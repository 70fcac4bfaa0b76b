import { formatCount } from "#platform/format-count.ts";
import { listJobs, retryFailedJobs, retryJob, type TriedJob } from "#platform/jobs/job-list.ts";
import { StartError } from "#platform/start-error.ts";
import { listMailHeads, type MailHead } from "#shop/mail/mail-outbox.ts";
import { type CommandContext, type DatabaseCommand, unknownWord } from "../command.ts";
import { formatMinute } from "../format.ts";

type JobsContext = Pick<CommandContext, "db" | "pool" | "print">;

/** Largest number of tried jobs that are listed. */
const maxListed = 200;

/** `jobs`: lists waiting jobs, and tried ones with their last error; `jobs retry ID` and `jobs retry all`. */
export const jobsCommand: DatabaseCommand<JobsContext> = {
  name: "jobs",
  usage: "jobs [what] [id]",
  summary: "list waiting jobs, and failed ones with their last error; retry ID, or retry all failed jobs",
  needs: "migrated database",
  async run(context, [what = "list", id = ""]) {
    if (what === "list") return list(context);
    if (what !== "retry") throw unknownWord("jobs", what, ["list", "retry ID", "retry all"]);
    if (id === "all") return retryAll(context);
    const isKnown = /^[1-9]\d{0,17}$/.test(id) && (await retryJob(context.pool, id));
    if (!isKnown)
      throw new StartError(`There is no job "${id}" that could be retried now: "npm run shop -- jobs" lists them.`);
    context.print(`Job ${id} will be retried as soon as the shop runs.`);
  },
};

async function retryAll({ pool, print }: JobsContext): Promise<void> {
  const count = await retryFailedJobs(pool);
  print(
    count === 0
      ? "There are no failed jobs."
      : `${formatCount(count, "failed job")} will be retried as soon as the shop runs.`,
  );
}

async function list({ db, pool, print }: JobsContext): Promise<void> {
  const { waiting, tried } = await listJobs(pool, maxListed);
  if (waiting.size === 0) print("No jobs are waiting.");
  for (const [task, count] of waiting) print(`${count} ${task} waiting`);
  const mails = await listMailHeads(
    db,
    tried.flatMap((job) => mailIdOf(job) ?? []),
  );
  for (const job of tried) print(lineOf(job, mails.get(mailIdOf(job) ?? 0)));
}

/** Returns the id of the outbox mail that a job sends. */
function mailIdOf({ payload: { mailId } }: TriedJob): number | undefined {
  return typeof mailId === "number" ? mailId : undefined;
}

function lineOf(
  { id, task, tries, lastError, hasFailed, runAt, payload }: TriedJob,
  mail: MailHead | undefined,
): string {
  const how = hasFailed ? "failed" : `tried ${tries} times, again ${formatMinute(runAt)}`;
  const what = mail ? `${mail.key} to ${mail.recipient}` : JSON.stringify(payload);
  return [id, task, how, what, lastError.split("\n", 1)[0]].join("  ");
}
