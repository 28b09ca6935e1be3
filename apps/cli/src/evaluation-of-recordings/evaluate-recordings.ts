/** Evaluates a folder of recordings: exact facts, rates, outcomes, and how far its markets are from the simulated ones. */
import { SessionPool } from '#evaluation/session-pool.ts';
import { InputError, type Terminal } from '#terminal/terminal.ts';
import { type ComparisonPlan, familyLooks } from './family-looks.ts';
import { ENOUGH_CANDIDATES, type ModelDistance, modelDistance } from './feature-distance.ts';
import { readRecordings } from './read-recordings.ts';
import type { RecordedMarket } from './recorded-market.ts';
import { recordingFiles } from './recording-files.ts';
import { type ComparedMarket, recordingsReport } from './recordings-report.ts';

/** Throws `InputError` after the report where a file could not be read or an exact fact differs. */
export async function evaluateRecordings(
  folder: string,
  plan: ComparisonPlan,
  terminal: Terminal,
): Promise<void> {
  const files = await recordingFiles(folder);
  const read = await readRecordings(folder, files, terminal);
  const compared = await compareAll(read.markets, plan, terminal);
  terminal.data(recordingsReport(read, compared, plan));
  const differing = read.instruments.filter(({ differences }) => differences.length > 0);
  const faults = [
    ...(read.failures.length === 0 ? [] : [`${read.failures.length} of ${files.length} files were not read`]),
    ...(differing.length === 0 ? [] : [`exact facts differ in ${differing.length} recordings`]),
  ];
  if (faults.length > 0) throw new InputError(`${folder}: ${faults.join('; ')}; see the report`);
}

async function compareAll(
  markets: readonly RecordedMarket[],
  plan: ComparisonPlan,
  terminal: Terminal,
): Promise<ComparedMarket[]> {
  const pool = new SessionPool(plan.threads);
  try {
    const compared: ComparedMarket[] = [];
    for (const market of markets)
      compared.push({ market, distances: await distancesOf(market, plan, pool, terminal) });
    return compared;
  } finally {
    await pool.close();
  }
}

async function distancesOf(
  market: RecordedMarket,
  plan: ComparisonPlan,
  pool: SessionPool,
  terminal: Terminal,
): Promise<ModelDistance[]> {
  const looks = [...market.looks.values()].filter(({ candidates }) => candidates >= ENOUGH_CANDIDATES);
  if (looks.length === 0) return [];
  const families = await familyLooks(market, plan, pool, (done, all) => {
    if (done % 10 === 0 || done === all)
      terminal.note(`${market.name}: ${done} of ${all} simulated sessions`);
  });
  return looks.map((one) => modelDistance(one, families)).filter((distance) => distance !== null);
}
