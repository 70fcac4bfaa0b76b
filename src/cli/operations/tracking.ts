import { formatCount } from "#platform/format-count.ts";
import { StartError } from "#platform/start-error.ts";
import { conversionStatuses, type LoggedConversion, listConversions } from "#shop/tracking/conversions.ts";
import { networkNames } from "#shop/tracking/networks/networks.rules.ts";
import { type CommandContext, type DatabaseCommand, type GivenOptions, unknownWord } from "../command.ts";
import { visible } from "../contact/visible.ts";
import { sinceOf } from "../since-option.ts";

type TrackingContext = Pick<CommandContext, "db" | "print">;

/** `tracking log`: what the server told advertising and analytics networks, newest first. */
export const trackingCommand: DatabaseCommand<TrackingContext> = {
  name: "tracking",
  usage: "tracking <what>",
  summary: "log: what networks were told by the server, what they refused, what was skipped and why; newest first",
  options: [
    { flags: "--network <name>", meaning: `log: ${networkNames.join(", ")}` },
    { flags: "--status <status>", meaning: `log: ${conversionStatuses.join(", ")}` },
    { flags: "--since <date>", meaning: "log: from this moment on" },
    { flags: "--limit <n>", meaning: "log: how many to list; default 50" },
  ],
  needs: "migrated database",
  async run({ db, print }, [what = ""], options) {
    if (what !== "log") throw unknownWord("tracking", what, ["log"]);
    const { limit = "50" } = options;
    if (!/^[1-9]\d{0,4}$/.test(String(limit))) throw new StartError(`"${limit}" is not a number of entries.`);
    const entries = await listConversions(db, {
      network: wordOf(options, "network", networkNames),
      status: wordOf(options, "status", conversionStatuses),
      since: sinceOf(options),
      limit: Number(limit),
    });
    if (entries.length === 0) print("Nothing is recorded.");
    for (const entry of entries) print(visible(lineOf(entry)));
  },
};

/** @throws StartError if the option has another value */
function wordOf<Word extends string>(options: GivenOptions, name: string, known: readonly Word[]): Word | undefined {
  const given = options[name];
  if (given === undefined) return undefined;
  const word = known.find((one) => one === given);
  if (word === undefined) throw new StartError(`There is no ${name} "${String(given)}": use ${known.join(", ")}.`);
  return word;
}

function lineOf({ network, event, eventId, orderId, status, reason, attempts, happenedAt }: LoggedConversion): string {
  return [
    happenedAt.toISOString().replace(/\.\d+Z$/, "Z"),
    network,
    orderId === null ? `${event} ${eventId}` : `${event} ${eventId} of order ${orderId}`,
    reason === "" ? status : `${status}: ${reason}`,
    ...(attempts > 1 ? [formatCount(attempts, "attempt")] : []),
  ].join("  ");
}
