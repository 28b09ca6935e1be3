/** Groups that go by a name of the trade: symbol, strategy, side. */
import type { ClaimTexts, Question } from '#insights/claims/claim.ts';
import { NO_GROUP } from '#insights/claims/shuffle-units.ts';
import type { TradeColumns } from '#insights/claims/trade-columns.ts';
import { groupQuestion } from './group-question.ts';

const MIN_TRADES = 20;
/** More names than this and the rest are one group that is only compared with. */
const MAX_GROUPS = 20;

/** Question of groups by name: the names with the most trades, everything else together as the rest. */
export function namedGroups(
  kind: 'symbol' | 'strategy' | 'side',
  columns: TradeColumns,
  values: Float64Array,
  nameOf: (row: number) => string,
  textsOf: (name: string) => ClaimTexts,
): Question | null {
  const counts = new Map<string, number>();
  const names = columns.trades.map((_, row) => nameOf(row));
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  const largest = [...counts]
    .filter(([, n]) => n >= MIN_TRADES)
    .sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
    .slice(0, MAX_GROUPS)
    .map(([name]) => name);
  const place = new Map(largest.map((name, at) => [name, at]));
  const others = largest.length;
  return groupQuestion({
    kind,
    name: kind,
    columns,
    values,
    groupOf: Uint8Array.from(names, (name) => place.get(name) ?? (others < NO_GROUP ? others : NO_GROUP)),
    all: [...largest, ''].map((name) => ({ name: slug(name), texts: textsOf(name) })),
    level: 'across-days',
    minTrades: MIN_TRADES,
    minDays: 1,
    onlyRest: [''],
  });
}

/** Part of a key: user-defined names may contain anything. */
function slug(name: string): string {
  return name.trim().toLowerCase().replace(/\s+/g, '-').slice(0, 60);
}
