/** What a trade brought on average with and without each kind of event before its entry, tested like any insight. */
import type { FlowEventType } from '@undertow/market';
import type { ReactNode } from 'react';
import { type ContextTable, useContextTable } from '#api/journal/trade-statistics.ts';
import { countOf, formatAmount } from '#lib/format/formats.ts';
import { boundsOf } from '#lib/format/linear-scale.ts';
import { EVENT_LOOKS } from '#lib/words/event-looks.ts';
import { EmptyBlock, QueryState } from '#ui/layout/blocks.tsx';
import { Card } from '#ui/layout/card.tsx';
import { ScrollRegion } from '#ui/layout/scroll-region.tsx';
import { TableHead } from '#ui/layout/table-head.tsx';
import { Badge } from '#ui/marks/badge.tsx';
import { Glyph } from '#ui/marks/glyph.tsx';
import { IntervalPlot } from '#ui/plots/interval-plot.tsx';
import { CONTEXT_STANDINGS, chanceText } from './context-words.ts';
import { intervalText, noteText } from './statistic-words.ts';

type Row = ContextTable['rows'][number];

function isEvent(type: string): type is FlowEventType {
  return type in EVENT_LOOKS;
}

function Mean({
  statistic,
  currency,
}: {
  readonly statistic: Row['with'];
  readonly currency: string | null;
}) {
  const { value, n } = statistic;
  const text =
    value === null ? noteText('expectancy', statistic) : formatAmount(value, currency, { signed: true });
  return (
    <td className="num">
      {text} <span className="text-text-3">n = {n}</span>
    </td>
  );
}

interface RowProps {
  readonly row: Row;
  readonly currency: string | null;
  readonly bounds: ReturnType<typeof boundsOf>;
}

function EventRow({ row, currency, bounds }: RowProps): ReactNode {
  const { eventType, p, q, standing } = row;
  const look = isEvent(eventType) ? EVENT_LOOKS[eventType] : null;
  const { word, tone } = CONTEXT_STANDINGS[standing];
  const { value, ci95 } = row.with;
  return (
    <tr data-judged={row.with.judged}>
      <th scope="row">
        <span className="context-glyphs">
          {look === null ? null : <Glyph look={look} decorative />} {look?.title ?? eventType}
        </span>
      </th>
      <Mean statistic={row.with} currency={currency} />
      <td className="group-plot">
        {value === null ? null : (
          <IntervalPlot
            label={`With it ${formatAmount(value, currency, { signed: true })} a trade, 95% interval ${intervalText(row.with, currency)}`}
            value={Number(value)}
            interval={ci95 === null ? null : [Number(ci95[0]), Number(ci95[1])]}
            bounds={bounds}
            mark={Number(row.without.value ?? 0)}
            muted={!row.with.judged}
          />
        )}
      </td>
      <Mean statistic={row.without} currency={currency} />
      <td className="num">{chanceText(p)}</td>
      <td className="num">{chanceText(q)}</td>
      <td>
        <Badge tone={tone}>{word}</Badge>
      </td>
    </tr>
  );
}

function Table({ data: { rows, currency } }: { readonly data: ContextTable }): ReactNode {
  const bounds = boundsOf(
    rows.flatMap((row) => [
      Number(row.with.value ?? 0),
      Number(row.without.value ?? 0),
      ...(row.with.ci95 ?? []).map(Number),
    ]),
  );
  return (
    <ScrollRegion label="Trades with and without events, table">
      <table className="table group-table context-table">
        <TableHead
          columns={[
            'Active before the entry',
            ['With it, a trade', 'num'],
            '95% interval, line at the mean without',
            ['Without it', 'num'],
            ['p', 'num'],
            ['q', 'num'],
            'Result',
          ]}
        />
        <tbody>
          {rows.map((row) => (
            <EventRow key={row.eventType} row={row} currency={currency} bounds={bounds} />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

export function ContextTableCard(): ReactNode {
  const query = useContextTable();
  const { data, error } = query;
  return (
    <Card
      title="Market context"
      note={
        data === undefined || data.trades === 0
          ? undefined
          : `${data.covered} of ${countOf(data.trades, 'closed trade')} in recorded data`
      }
    >
      {error !== null || data === undefined ? (
        <QueryState
          query={query}
          failed="The context could not be loaded"
          note="Your trades are kept."
          rows={3}
          height={14}
        />
      ) : data.covered === 0 || data.rows.length === 0 ? (
        <EmptyBlock
          title="No trade in recorded data yet"
          text="Where the market was recorded while you traded, trades are compared here with and without each kind of event before their entry."
        />
      ) : (
        <>
          <Table data={data} />
          <p className="insight-foot">
            Counts what was on record within two minutes before the entry. Tested like insights: labels
            shuffled within day and symbol, corrected together.
          </p>
        </>
      )}
    </Card>
  );
}
