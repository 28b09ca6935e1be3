/** Do trades differ when the order flow showed something before them? One question per type of event. */

import { type Claim, OUTSIDE, type Question, REST, SLICE } from '#insights/claims/claim.ts';
import { type RowGroups, testOneGroup, unitsWithinDays } from '#insights/claims/shuffle-units.ts';
import { TEST_SHARES } from '#insights/claims/test-shares.ts';
import type { TradeColumns } from '#insights/claims/trade-columns.ts';
import type { TradeContext } from '#insights/claims/trade-context.ts';

const MIN_EACH = 20;
const MIN_SHUFFLED = 10;

export function contextQuestions(columns: TradeColumns, contexts: readonly TradeContext[]): Question[] {
  const byTrade = new Map(
    contexts.filter((context) => context.covered).map((known) => [known.tradeId, known]),
  );
  const types = [...new Set([...byTrade.values()].flatMap((context) => context.typesBeforeEntry))].sort();
  const roots = new Map<string, number>();
  const part = Int32Array.from(columns.trades, ({ root }) => {
    const known = roots.get(root) ?? roots.size;
    roots.set(root, known);
    return known;
  });
  return types.flatMap((type) => {
    const question = contextQuestion(columns, byTrade, type, part);
    return question === null ? [] : [question];
  });
}

function contextQuestion(
  columns: TradeColumns,
  contexts: ReadonlyMap<string, TradeContext>,
  type: string,
  part: Int32Array,
): Question | null {
  const members = Uint8Array.from(columns.trades, (trade) => {
    const context = contexts.get(trade.id);
    return context === undefined ? OUTSIDE : context.typesBeforeEntry.includes(type) ? SLICE : REST;
  });
  const count = (wanted: number): number => members.reduce((sum, of) => sum + (of === wanted ? 1 : 0), 0);
  if (count(SLICE) < MIN_EACH || count(REST) < MIN_EACH) return null;
  const rows: RowGroups = {
    values: columns.net,
    labels: members.map((member) => (member === OUTSIDE ? 255 : member === SLICE ? 0 : 1)),
    groups: 1,
    part,
  };
  const shuffled = unitsWithinDays(columns, rows, null);
  if (shuffled === null || shuffled.labels.filter((label) => label === 0).length < MIN_SHUFFLED) return null;
  const phrase = type.replaceAll('_', ' ');
  const claim: Claim = {
    key: `context:${type}`,
    values: columns.net,
    members,
    bound: null,
    unit: 'micros-per-trade',
    test: testOneGroup(columns, rows, 'within-day', 0),
    texts: {
      title: { better: `You do better after ${phrase}`, worse: `You do worse after ${phrase}` },
      subject: `Trades with ${phrase} in the two minutes before the entry`,
      against: 'without it',
      action: {
        better: `Note ${phrase} in your next 30 trades, and check whether it lasts.`,
        worse: `Leave out entries right after ${phrase} for 30 trades, then check again.`,
      },
      definition:
        `Average net of trades with at least one event of this type (${phrase}) stamped within two minutes before the ` +
        'entry, against covered trades without; labels shuffled within each day and symbol; events after the entry are not used.',
    },
    meaning: 'money',
    details: [],
  };
  return {
    kind: 'context',
    name: `context:${type}`,
    shares: TEST_SHARES.usual,
    overall: null,
    claims: [claim],
  };
}
