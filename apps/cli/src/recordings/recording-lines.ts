/** What `undertow recordings` prints of a recorded session: one JSON object a line. */
import type { RunCheck, RunFile, RunSummary } from '@undertow/feeds';

const instant = (timeMs: number | null): string | null =>
  timeMs === null ? null : new Date(timeMs).toISOString();

function placeOf({ owner, source, product, tradingDay, run }: RunFile): object {
  return { ...(owner === null ? {} : { owner }), source, product, tradingDay, run };
}

export function listLine(run: RunSummary): string {
  const { header, state, records, gaps, firstMs, latestMs, bytes, path } = run;
  return JSON.stringify({
    ...placeOf(run),
    contract: header?.contract ?? null,
    tier: header?.tier ?? null,
    state,
    sealed: header?.isSealed ?? path.endsWith('.sealed'),
    from: instant(firstMs),
    to: instant(latestMs),
    records,
    gaps,
    bytes,
    file: path,
  });
}

export function checkLine(run: RunFile, { faults, tornAt, isEnded, hasIndex, ...counts }: RunCheck): string {
  return JSON.stringify({
    ...placeOf(run),
    ...counts,
    state: isEnded ? 'ended' : 'open',
    tornAt,
    index: hasIndex,
    faults,
    file: run.path,
  });
}

export function prunedLine(run: RunFile, reason: 'age' | 'budget', isDryRun: boolean): string {
  return JSON.stringify({ ...placeOf(run), bytes: run.bytes, reason, removed: !isDryRun, file: run.path });
}
