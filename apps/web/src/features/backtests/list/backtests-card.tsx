/** The user's backtests, newest first or by probability, and how many rules were tried on which data. */
import type { BacktestDto } from '@undertow/contracts';
import { type ReactNode, useState } from 'react';
import { type BacktestList, useBacktests } from '#api/backtests/backtests.ts';
import { sourceText } from '#features/backtests/words/source-words.ts';
import { countOf } from '#lib/format/formats.ts';
import { formatDayMonth } from '#lib/format/times.ts';
import { Segmented } from '#ui/controls/segmented.tsx';
import { EmptyBlock, QueryState } from '#ui/layout/blocks.tsx';
import { Card } from '#ui/layout/card.tsx';
import { BacktestRow } from './backtest-row.tsx';

const ORDERS = [
  { value: 'newest', label: 'Newest' },
  { value: 'p', label: 'By probability' },
] as const;
type Order = (typeof ORDERS)[number]['value'];

function ordered(backtests: readonly BacktestDto[], order: Order): readonly BacktestDto[] {
  return order === 'newest' ? backtests : backtests.toSorted((a, b) => (a.p ?? 2) - (b.p ?? 2));
}

function Tried({ tried }: Pick<BacktestList, 'tried'>): ReactNode {
  if (tried.length === 0) return null;
  const counts = tried.map(
    ({ product, source, rules, since }) =>
      `${countOf(rules, 'rule')} tried on ${product}, ${sourceText(source)}, since ${formatDayMonth(Date.parse(since))}.`,
  );
  return (
    <p className="bt-note">
      {counts.join(' ')} q is p after false discovery control over all rules tried on the same data; above .10
      nothing is claimed.
    </p>
  );
}

export function BacktestsCard(): ReactNode {
  const query = useBacktests();
  const [order, setOrder] = useState<Order>('newest');
  const { data } = query;
  return (
    <Card
      title="Your backtests"
      note={data === undefined ? undefined : data.backtests.length}
      actions={<Segmented label="Order" value={order} options={ORDERS} onChange={setOrder} />}
    >
      {data === undefined ? (
        <QueryState query={query} failed="The backtests could not be loaded" rows={4} height={40} />
      ) : data.backtests.length === 0 ? (
        <EmptyBlock
          title="No backtests yet"
          text="Run the rule beside this list: it is tested on every recorded session, and compared with random entries."
        />
      ) : (
        <ul aria-label="Backtests">
          {ordered(data.backtests, order).map((backtest) => (
            <BacktestRow key={backtest.id} backtest={backtest} />
          ))}
        </ul>
      )}
      {data === undefined ? null : <Tried tried={data.tried} />}
    </Card>
  );
}
