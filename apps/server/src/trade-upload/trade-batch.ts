/** Trades to be stored in the journal, in batches: what they have in common is written once. */
import type { TradeFacts } from '#ports/journal.ts';
import type { ImportedFacts, TradeBatch } from '#ports/journal-import.ts';

type FactName = keyof ImportedFacts;
/** Executions are stored beside the trades that were paired from them. */
type Facts = TradeFacts & Partial<ImportedFacts>;

/** Lists are compared by their content. */
function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  return Array.isArray(a) && Array.isArray(b) && JSON.stringify(a) === JSON.stringify(b);
}

/** What is missing is null to the database, and text that it need not parse. */
const present = (value: unknown): boolean => value !== null;

function jsonOf(trade: Facts, names: readonly FactName[]): Partial<Facts> {
  return Object.fromEntries(names.filter((name) => present(trade[name])).map((name) => [name, trade[name]]));
}

/** The trades as one batch that represents `count` trades of a file. */
export function tradeBatch(trades: readonly Facts[], count: number = trades.length): TradeBatch {
  const [first] = trades;
  if (first === undefined) return { same: '{}', varying: ['key'], trades: '[]', count };
  const names = Object.keys(first) as FactName[];
  const shared = (name: FactName): boolean =>
    name !== 'key' && trades.every((trade) => isSame(trade[name], first[name]));
  const varying = names.filter((name) => !shared(name));
  const same = names.filter((name) => !varying.includes(name));
  return {
    same: JSON.stringify(jsonOf(first, same)),
    varying,
    trades: JSON.stringify(trades.map((trade) => jsonOf(trade, varying))),
    count,
  };
}
