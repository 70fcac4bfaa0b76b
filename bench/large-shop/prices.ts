import type { Random } from "./random.ts";

const dayMs = 86_400_000;

export interface Price {
  /** Minor units; the demo's currency has no decimals. */
  regular: number;
  sale: number | null;
  startsAt: Date | null;
  endsAt: Date | null;
}

export const noPrice = { regular: null, sale: null, startsAt: null, endsAt: null };

/** Half of all prices are below 1,399, one percent above 9,000; 30% have a sale price. */
export function makePrice(random: Random, today: Date): Price {
  const spread = (random.next() + random.next() + random.next() - 1.5) * 2;
  const regular = Math.max(1, Math.round((1400 * Math.exp(0.85 * spread)) / 50)) * 50 - 1;
  const none = { regular, sale: null, startsAt: null, endsAt: null };
  if (!random.chance(0.3)) return none;
  const sale = Math.round((regular * random.whole(50, 95)) / 100);
  return { regular, sale, ...makeWindow(random, today) };
}

/** Most sales have no end; some are running, some scheduled, some over. */
function makeWindow(random: Random, today: Date): { startsAt: Date | null; endsAt: Date | null } {
  const away = (sign: 1 | -1) => new Date(today.getTime() + sign * random.whole(2, 60) * dayMs);
  const kind = random.next();
  if (kind < 0.6) return { startsAt: null, endsAt: null };
  if (kind < 0.75) return { startsAt: away(-1), endsAt: away(1) };
  if (kind < 0.9) return { startsAt: away(1), endsAt: null };
  return { startsAt: null, endsAt: away(-1) };
}
