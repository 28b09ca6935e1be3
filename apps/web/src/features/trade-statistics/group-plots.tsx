/**
 * The same trades by hour, weekday, symbol, strategy, side and holding time: what a trade brought on average, with its
 * interval.
 */
import type { TradeGroupDto } from '@undertow/contracts';
import { type ReactNode, useState } from 'react';
import type { TradeStatistics } from '#api/journal/trade-statistics.ts';
import { countOf, formatAmount } from '#lib/format/formats.ts';
import { boundsOf } from '#lib/format/linear-scale.ts';
import { Select } from '#ui/controls/select.tsx';
import { ScrollRegion } from '#ui/layout/scroll-region.tsx';
import { TableHead } from '#ui/layout/table-head.tsx';
import { IntervalPlot } from '#ui/plots/interval-plot.tsx';
import { groupPlaces } from './group-places.ts';
import { valueText } from './statistic-words.ts';

type GroupKind = keyof TradeStatistics['groups'];

const KINDS: readonly { readonly value: GroupKind; readonly label: string }[] = [
  { value: 'hour', label: 'Hour of entry, New York' },
  { value: 'weekday', label: 'Weekday' },
  { value: 'symbol', label: 'Symbol' },
  { value: 'strategy', label: 'Strategy' },
  { value: 'side', label: 'Side' },
  { value: 'holding', label: 'Holding time' },
];
/** Of many symbols or strategies, those with most trades. */
const MAX_SHOWN = 16;

interface RowProps {
  readonly group: TradeGroupDto;
  readonly currency: string | null;
  readonly bounds: ReturnType<typeof boundsOf>;
}

function GroupRow({ group, currency, bounds }: RowProps): ReactNode {
  const { label, n, net, winRate, shrunk } = group;
  const { mean, interval, judged, words } = groupPlaces(group, currency);
  return (
    <tr data-judged={judged}>
      <th scope="row">
        <span className="cell-text">{label}</span>
      </th>
      <td className="num">{n}</td>
      <td className="group-plot">
        <IntervalPlot
          label={words}
          value={mean}
          interval={interval}
          bounds={bounds}
          mark={0}
          muted={!judged}
        />
      </td>
      <td className="num">{formatAmount(mean.toFixed(2), currency, { signed: true })}</td>
      <td className="num">{formatAmount(shrunk, currency, { signed: true })}</td>
      <td className="num">{winRate.value === null ? '–' : valueText('rate', winRate.value, null)}</td>
      <td className="num">{formatAmount(net, currency, { signed: true, whole: true })}</td>
    </tr>
  );
}

export interface GroupPlotsProps {
  readonly groups: TradeStatistics['groups'];
  readonly currency: string | null;
}

export function GroupPlots({ groups, currency }: GroupPlotsProps): ReactNode {
  const [kind, setKind] = useState<GroupKind>('hour');
  const all = groups[kind];
  const shown = all.length <= MAX_SHOWN ? all : all.toSorted((a, b) => b.n - a.n).slice(0, MAX_SHOWN);
  const bounds = boundsOf(
    shown.flatMap((group) => {
      const { mean, interval } = groupPlaces(group, currency);
      return [mean, ...(interval ?? [])];
    }),
  );
  return (
    <section className="plot-figure" aria-label="Groups of trades">
      <div className="group-head">
        <Select
          label="Result per trade by"
          value={kind}
          options={KINDS}
          onChange={(value) => {
            const found = KINDS.find((one) => one.value === value);
            if (found !== undefined) setKind(found.value);
          }}
        />
      </div>
      <ScrollRegion label="Groups of trades, table">
        <table className="table group-table">
          <TableHead
            columns={[
              'Group',
              ['n', 'num'],
              'Mean with 95% interval, line at 0',
              ['Mean', 'num'],
              ['Adjusted', 'num'],
              ['Won', 'num'],
              ['Net', 'num'],
            ]}
          />
          <tbody>
            {shown.map((group) => (
              <GroupRow key={group.key} group={group} currency={currency} bounds={bounds} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <p className="plot-note">
        Adjusted: the mean shrunk towards that of all trades, more so the fewer there are; hollow groups are
        too small to judge. A difference seen here is not tested: the insights test them all together.
        {all.length > shown.length
          ? ` ${countOf(all.length - shown.length, 'smaller group')} not shown.`
          : ''}
      </p>
    </section>
  );
}
