/** The context table of the loaded trades as the route answers it. */
import { contextTableOf, type TradeContext } from '@undertow/journal';
import type { JournalAnswers } from '#ports/journal-work.ts';
import { seedOfTrades } from './journal-seed.ts';
import { type LoadedJournal, mainCurrency, mainPositions } from './loaded-journal.ts';
import { statisticDto } from './statistic-dto.ts';

export function contextAnswer(
  journal: LoadedJournal,
  contexts: readonly TradeContext[],
): JournalAnswers['context'] {
  const positions = mainPositions(journal);
  const table = contextTableOf(positions, contexts, seedOfTrades(journal.userId, positions));
  return {
    currency: mainCurrency(journal.closed),
    covered: table.covered,
    trades: table.trades,
    rows: table.rows.map((row) => ({
      ...row,
      with: statisticDto('money', row.with),
      without: statisticDto('money', row.without),
    })),
  };
}
