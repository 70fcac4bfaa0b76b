import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { errorCode } from "#platform/error-code.ts";
import { formatCount } from "#platform/format-count.ts";
import { StartError } from "#platform/start-error.ts";
import {
  type CampaignStatus,
  continueCampaign,
  countRecipients,
  listCampaigns,
  type Newsletter,
  pauseCampaign,
  startCampaign,
} from "#shop/newsletter/campaigns.ts";
import { readNewsletter } from "#shop/newsletter/read-newsletter.ts";
import { getSettings } from "#shop/settings/settings.ts";
import type { CommandContext } from "../command.ts";
import { visible } from "../contact/visible.ts";
import { refuseMissingFile } from "../refuse-missing-file.ts";

type CampaignContext = Pick<CommandContext, "db" | "print" | "clock">;

/** `newsletter send FILE`: queues a newsletter; the same file is queued once. @param isTrial only checks it (`--dry-run`) */
export async function send({ db, print, clock }: CampaignContext, file: string, isTrial: boolean): Promise<void> {
  const newsletter = await read(file);
  const { newsletter_rate: rate } = await getSettings(db);
  if (isTrial) {
    const count = formatCount(await countRecipients(db, newsletter.kind), "subscriber");
    return print(`${newsletter.name} (${newsletter.kind}) would go to ${count}, ${rate} a minute. Nothing is sent.`);
  }
  const queued = await startCampaign(db, newsletter, clock.now());
  if (queued === "differs")
    throw new StartError(
      `Another text was sent as ${newsletter.name}: give the file a new name to send it to everybody.`,
    );
  if (queued !== "known")
    return print(`Queued ${newsletter.name} for ${formatCount(queued, "subscriber")}, ${rate} a minute.`);
  print(`${newsletter.name} was queued before; nobody gets it twice.`);
  await status({ db, print, clock }, newsletter.name);
}

async function read(file: string): Promise<Newsletter> {
  await refuseMissingFile("newsletter send", file);
  const text = await readText(file);
  const newsletter = readNewsletter(text, basename(file));
  if ("name" in newsletter) return newsletter;
  throw new StartError(newsletter.map(({ line, text }) => `${file}, line ${line}: ${text}`).join("\n"));
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    throw new StartError(`The file ${file} could not be read (${errorCode(error)}).`);
  }
}

/** `newsletter status [NAME]`: what became of each campaign's mails. */
export async function status({ db, print }: CampaignContext, name: string): Promise<void> {
  const campaigns = await listCampaigns(db, name);
  if (campaigns.length === 0) print(name === "" ? "No newsletter was sent." : `There is no newsletter "${name}".`);
  for (const campaign of campaigns) print(lineOf(campaign));
}

function lineOf({ name, subject, phase, answer, ...counts }: CampaignStatus): string {
  const { sent, waiting, claimed, bounced, failed, left } = counts;
  const numbers = [
    `${sent} sent`,
    waiting > 0 && `${waiting} waiting`,
    claimed > 0 && `${claimed} being sent or unclear`,
    bounced > 0 && `${bounced} without a mailbox`,
    failed > 0 && `${failed} refused`,
    left > 0 && `${left} unsubscribed before`,
  ].filter(Boolean);
  const last = answer === null ? "" : `  last refusal: ${visible(answer)}`;
  return `${name}  ${phase}  ${numbers.join(", ")}  ${visible(subject)}${last}`;
}

/** `newsletter pause NAME`: sends no more mails of a campaign. */
export async function pause({ db, print, clock }: CampaignContext, name: string): Promise<void> {
  if (!(await pauseCampaign(db, name, clock.now())))
    throw new StartError(`"${name}" is unknown or not being sent; see newsletter status.`);
  print(`${name} is paused.`);
}

/** `newsletter continue NAME`: continues a paused campaign, or one that could not be sent for days. */
export async function resume({ db, print, clock }: CampaignContext, name: string): Promise<void> {
  if (!(await continueCampaign(db, name, clock.now())))
    throw new StartError(`"${name}" is unknown or already finished; see newsletter status.`);
  print(`${name} continues.`);
}
