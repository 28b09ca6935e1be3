/** What was spent at Databento, out of the ledger that server and command line share. */
import { MICRODOLLARS, type SpendingBudget, SpendingLedger, spendingLedgerPath } from '@undertow/feeds';
import type { Log } from '#ports/log.ts';
import type { DatabentoSpending } from '#ports/operations.ts';

interface SpendingFileInput {
  readonly dataDir: string;
  readonly budget: SpendingBudget;
  /** Milliseconds since 1970 UTC. */
  readonly nowMs: () => number;
  readonly log: Log;
}

export function createSpendingFile({ dataDir, budget, nowMs, log }: SpendingFileInput): DatabentoSpending {
  const ledger = new SpendingLedger(spendingLedgerPath(dataDir), nowMs);
  let unreadableLogged = 0;
  return {
    read() {
      try {
        const { periods, unreadable } = ledger.read(budget);
        // Once for each new one: figures are read with every scrape
        if (unreadable > unreadableLogged)
          log.warn({ unreadable }, 'lines of the ledger of Databento cannot be read and do not count');
        unreadableLogged = unreadable;
        return periods.map(({ period, name, state, spentMicrodollars, budgetMicrodollars }) => ({
          ...{ period, name, state },
          spentDollars: spentMicrodollars / MICRODOLLARS,
          budgetDollars: budgetMicrodollars / MICRODOLLARS,
        }));
      } catch (error) {
        log.error({ err: error }, 'the ledger of what was spent at Databento cannot be read');
        return null;
      }
    },
  };
}
