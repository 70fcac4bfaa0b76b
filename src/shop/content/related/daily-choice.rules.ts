const dayMs = 86_400_000;

/**
 * Chooses some of the candidates, others each day and for each page, so that all of them are shown in turn and a page of one day
 * is the same for everybody. They keep their order.
 * @param day such as "2026-11-26"
 */
export function dailyChoice<Candidate>(
  candidates: readonly Candidate[],
  count: number,
  { day, pageId }: { day: string; pageId: number },
): Candidate[] {
  if (candidates.length <= count) return [...candidates];
  const days = Math.floor(Date.parse(`${day}T00:00:00Z`) / dayMs);
  const first = (days * count + pageId) % candidates.length;
  const isChosen = (index: number) => (index - first + candidates.length) % candidates.length < count;
  return candidates.filter((_, index) => isChosen(index));
}
