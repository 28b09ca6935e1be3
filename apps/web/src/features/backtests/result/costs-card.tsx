/** What costs took, and how orders were filled. */
import type { BacktestResultDto } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { usdText } from '#features/backtests/words/estimate-words.ts';
import { FILL_WORDS, rowsText, SOURCE_WORDS } from '#features/backtests/words/fill-words.ts';
import { formatSize, listWords } from '#lib/format/formats.ts';
import { placeOf } from '#lib/format/linear-scale.ts';
import { Card } from '#ui/layout/card.tsx';
import { FactList } from '#ui/layout/fact-list.tsx';

export function CostsCard({ result }: { readonly result: BacktestResultDto }): ReactNode {
  const { grossUsd, slippageUsd, commissionUsd, netUsd } = result.costs;
  const rows = [
    { label: 'Before costs', value: grossUsd, kind: 'gross' },
    { label: 'Spread and slippage', value: -slippageUsd, kind: 'cost' },
    { label: 'Commission', value: -commissionUsd, kind: 'cost' },
    { label: 'Net', value: netUsd, kind: 'net' },
  ];
  const most = Math.max(1, ...rows.map(({ value }) => Math.abs(value)));
  return (
    <Card title="What costs took" note={`n = ${formatSize(result.counts.trades)}`}>
      <dl className="bt-costs">
        {rows.map(({ label, value, kind }) => (
          <div key={label} data-kind={kind}>
            <dt>{label}</dt>
            <dd>{usdText(value)}</dd>
            <dd aria-hidden="true" className="bt-cost-bar">
              <i style={{ width: placeOf(Math.abs(value) / most) }} />
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

export function FillsCard({ result }: { readonly result: BacktestResultDto }): ReactNode {
  const { fills, counts } = result;
  const { model, market, limit } = FILL_WORDS[fills.model];
  return (
    <Card title="How it was filled">
      <FactList
        facts={[
          ['Model', model],
          ['Market orders', market],
          ['Limit orders', limit],
          ['Decided by', listWords(fills.sources.map((source) => SOURCE_WORDS[source]))],
          ...(fills.rows == null ? [] : [['Recorded rows', rowsText(fills.rows)] as const]),
          ['Undecided', `${formatSize(counts.undecided)}, counted as not filled`],
        ]}
      />
    </Card>
  );
}
