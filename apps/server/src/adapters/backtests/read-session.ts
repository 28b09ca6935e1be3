/** Recordings of one trading day through market and detectors to the facts of its session. */
import type { SessionFacts } from '@undertow/backtest';
import { openRun, streamRuns } from '@undertow/feeds';
import { calendarOf, instrumentById, productCalendar, ROW_LENGTH } from '@undertow/market';
import type { SessionTask } from '#ports/backtests/backtests.ts';
import { ContractReader } from './contract-reader.ts';

/** Rows between two reports of progress. */
const REPORT_ROWS = 200_000;

/** The facts with the most minutes, where the day has several contracts; null without any row. */
export async function readSession(
  task: SessionTask,
  onProgress: (fraction: number) => void,
): Promise<SessionFacts | null> {
  const instrument = instrumentById(task.instrumentId);
  if (instrument === undefined)
    throw new Error(`expected an instrument of the catalogue, got ${task.instrumentId}`);
  const { detectors, isLastOfContract, priorBars } = task;
  const calendar = productCalendar(calendarOf(task.source), instrument);
  const { openMs, closeMs } = calendar.sessionBounds(task.tradingDay);
  const found: SessionFacts[] = [];
  const onSession = (facts: SessionFacts): void => {
    if (facts.tradingDay === task.tradingDay) found.push(facts);
  };
  const runs = task.paths.map((path) => () => openRun(path));
  let reader: ContractReader | null = null;
  let present = '';
  let unreported = 0;
  for await (const { rows, count, header } of streamRuns(runs, openMs - 1, closeMs)) {
    const { contract, source, tier } = header;
    if (reader === null || contract !== present) {
      reader?.finish();
      present = contract;
      reader = new ContractReader({
        ...{ instrument, calendar, tier, source, contract, detectors, isLastOfContract, onSession },
        priorBars: priorBars.filter((bar) => bar.contract === contract),
      });
    }
    for (let at = 0; at < count * ROW_LENGTH; at += ROW_LENGTH) reader.applyRow(rows, at);
    unreported += count;
    if (unreported >= REPORT_ROWS) {
      unreported = 0;
      onProgress(Math.min(1, Math.max(0, (reader.timeMs - openMs) / (closeMs - openMs))));
    }
  }
  reader?.finish();
  return found.toSorted((a, b) => b.minutes.count - a.minutes.count)[0] ?? null;
}
