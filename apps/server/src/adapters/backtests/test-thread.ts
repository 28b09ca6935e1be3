/** The thread that tests one rule: sessions in, one at a time, the result out. */
import { parentPort, workerData } from 'node:worker_threads';
import { zstdDecompressSync } from 'node:zlib';
import { BacktestRun, readFacts, readRule } from '@undertow/backtest';
import { calendarOf, instrumentBySymbol, productCalendar } from '@undertow/market';
import type { BacktestTask } from '#ports/backtests/backtests.ts';
import { SessionRows } from './session-rows.ts';
import type { NextSession, TestNews } from './thread-messages.ts';

/** Room for an unpacked session at once: in many small pieces it would be copied again. */
const UNPACKED_BYTES = 2_000_000;

const post = (news: TestNews): void => parentPort?.postMessage(news);
const task = workerData as BacktestTask;

function startRun({ ruleText, source, seed, perDay, sets }: BacktestTask): BacktestRun {
  const { rule, faults } = readRule(ruleText, (product) => instrumentBySymbol(product) ?? null);
  const instrument = rule === null ? undefined : instrumentBySymbol(rule.product);
  if (rule === null || instrument === undefined)
    throw new Error(`expected a rule without faults, got ${faults[0]?.message ?? 'another product'}`);
  const calendar = productCalendar(calendarOf(source), instrument);
  const of = { instrument, calendar, seed, chosenPerDay: perDay, sets };
  // The first answer does not wait for rows
  return new BacktestRun({
    ...of,
    rule: sets > 0 ? rule : { ...rule, fills: { ...rule.fills, model: 'fast' } },
  });
}

/** Whatever it throws is posted, and ends the thread. */
async function guarded(step: () => void | Promise<void>): Promise<void> {
  try {
    await step();
  } catch (error) {
    post({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
    parentPort?.close();
  }
}

async function addSession(
  run: BacktestRun,
  rows: SessionRows,
  next: NonNullable<NextSession>,
): Promise<void> {
  const bytes = zstdDecompressSync(next.facts, { chunkSize: UNPACKED_BYTES });
  const read = readFacts(bytes, run.findingTypes);
  const facts = { ...read, isLastOfContract: next.isLastOfContract ?? read.isLastOfContract };
  const fills = run.addSession(facts, rows.bookFor(facts, next.rows));
  if (fills !== null) await rows.feed(fills, facts, next.rows);
  // Given back now: the collector waits until there are hundreds of megabytes of them
  bytes.buffer.transfer(0);
}

void guarded(() => {
  const run = startRun(task);
  const rows = new SessionRows();
  parentPort?.on(
    'message',
    (next: NextSession) =>
      void guarded(async () => {
        if (next === null) {
          post({ kind: 'tested', result: run.result(task) });
          parentPort?.close();
          return;
        }
        await addSession(run, rows, next);
        post({ kind: 'next' });
      }),
  );
  post({ kind: 'next' });
});
