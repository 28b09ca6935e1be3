/** Buys planned files one after the other: reserved in the ledger, downloaded, verified. */
import { mkdir } from 'node:fs/promises';
import {
  type DatabentoHistory,
  dollarsText,
  downloadRange,
  HistoryError,
  type PeriodSpending,
  type SpendingBudget,
  type SpendingLedger,
} from '@undertow/feeds';
import type { Terminal } from '#terminal/terminal.ts';
import type { PlannedFile } from './fetch-plan.ts';

export interface FetchParts {
  readonly history: DatabentoHistory;
  readonly ledger: SpendingLedger;
  readonly budget: SpendingBudget;
  readonly folder: string;
  readonly terminal: Terminal;
}

/**
 * One JSON line a file on standard output. Ends with the first failure: `BudgetError`, `HistoryError`, or as the file
 * system fails. What the service has not begun to send is given back to the budget.
 */
export async function fetchFiles(files: readonly PlannedFile[], parts: FetchParts): Promise<void> {
  const { terminal, folder } = parts;
  await mkdir(folder, { recursive: true });
  for (const file of files) {
    const bytes = file.isThere ? 0 : await fetchFile(file, parts);
    const { path, code, day, records, isThere } = file;
    const dollars = file.microdollars / 1_000_000;
    terminal.data(JSON.stringify({ file: path, contract: code, day, records, bytes, dollars, isThere }));
  }
}

async function fetchFile(
  file: PlannedFile,
  { history, ledger, budget, terminal }: FetchParts,
): Promise<number> {
  const { range, path, code, day, records, microdollars } = file;
  const id = ledger.reserve(budget, microdollars, `${code} ${range.schema} ${day}`);
  try {
    const { bytes, warnings } = await downloadRange(history, { ...range, path, records });
    for (const warning of warnings) terminal.note(`${path}: Databento warns: ${warning}`);
    return bytes;
  } catch (error) {
    if (error instanceof HistoryError && !error.mayBeCharged) ledger.settle(id, 0);
    throw error;
  }
}

/** What is spent and left, a line for each period. */
export function budgetLines(periods: readonly PeriodSpending[]): readonly string[] {
  return periods.map(({ period, name, spentMicrodollars, budgetMicrodollars, state }) => {
    const left = Math.max(0, budgetMicrodollars - spentMicrodollars);
    const share =
      budgetMicrodollars === 0 ? '' : `, ${Math.floor((100 * spentMicrodollars) / budgetMicrodollars)} %`;
    const warning = state === 'warned' || state === 'exhausted' ? ': warning, from 80 % on' : '';
    return (
      `Budget of the ${period} ${name} (UTC): ${dollarsText(spentMicrodollars)} of ` +
      `${dollarsText(budgetMicrodollars)} spent${share}, ${dollarsText(left)} left${warning}`
    );
  });
}
