/** The thread that tests one rule: sessions in, one at a time, the result out. */
import { parentPort, workerData } from 'node:worker_threads';
import { zstdDecompressSync } from 'node:zlib';
import { BacktestRun, readFacts, readRule } from '@undertow/backtest';
import { calendarOf, instrumentBySymbol, productCalendar } from '@undertow/market';
import type { BacktestTask } from '#ports/backtests/backtests.ts';
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
  return new BacktestRun({ rule, instrument, calendar, seed, chosenPerDay: perDay, sets });
}

/** Whatever it throws is posted, and ends the thread. */
function guarded(step: () => void): void {
  try {
    step();
  } catch (error) {
    post({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
    parentPort?.close();
  }
}

guarded(() => {
  const run = startRun(task);
  parentPort?.on('message', (next: NextSession) =>
    guarded(() => {
      if (next === null) {
        post({ kind: 'tested', result: run.result(task) });
        parentPort?.close();
        return;
      }
      const bytes = zstdDecompressSync(next.facts, { chunkSize: UNPACKED_BYTES });
      const facts = readFacts(bytes, run.findingTypes);
      run.addSession({ ...facts, isLastOfContract: next.isLastOfContract ?? facts.isLastOfContract });
      // Given back now: the collector waits until there are hundreds of megabytes of them
      bytes.buffer.transfer(0);
      post({ kind: 'next' });
    }),
  );
  post({ kind: 'next' });
});
