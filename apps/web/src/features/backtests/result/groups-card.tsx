/** The trades by hour, weekday or regime: each group with its interval, beside its own random entries. */
import type { BacktestResultDto } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { expectancyText, intervalText, signedText } from '#features/backtests/words/estimate-words.ts';
import { countOf, formatSize } from '#lib/format/formats.ts';
import { type Bounds, boundsOf } from '#lib/format/linear-scale.ts';
import { Card } from '#ui/layout/card.tsx';
import { ScrollRegion } from '#ui/layout/scroll-region.tsx';
import { TableHead } from '#ui/layout/table-head.tsx';
import { Badge } from '#ui/marks/badge.tsx';
import { IntervalPlot } from '#ui/plots/interval-plot.tsx';
import { groupText } from './group-words.ts';

type GroupRow = BacktestResultDto['groups']['hour'][number];

const MIN_TRADES = 30;

function Row({ row, bounds }: { readonly row: GroupRow; readonly bounds: Bounds }): ReactNode {
  const { key, n, netR, randomR, isDifferent } = row;
  const name = groupText(key);
  const value = netR?.value ?? null;
  return (
    <tr>
      <th scope="row">
        {name}
        {isDifferent ? <Badge tone="info">differs</Badge> : null}
      </th>
      <td className="num">{formatSize(n)}</td>
      {netR === null || value === null ? (
        <td colSpan={3}>
          <Badge>Too few to say</Badge>{' '}
          <span className="t-12 text-text-3">{n < MIN_TRADES ? `${MIN_TRADES - n} more needed` : ''}</span>
        </td>
      ) : (
        <>
          <td className="num font-medium">{signedText(value)}</td>
          <td className="num t-12 text-text-3">{intervalText(netR)}</td>
          <td className="bt-group-plot">
            <IntervalPlot
              label={`${name}: ${expectancyText(netR)}; random entries ${signedText(randomR ?? 0)} R`}
              value={value}
              interval={netR.low === null || netR.high === null ? null : [netR.low, netR.high]}
              bounds={bounds}
              mark={randomR ?? 0}
            />
          </td>
        </>
      )}
    </tr>
  );
}

/** One scale for all groups, so that their bars can be compared. */
export function groupBounds({ hour, weekday, session, regime }: BacktestResultDto['groups']): Bounds {
  const rows = [...hour, ...weekday, ...session, ...regime];
  return boundsOf(rows.flatMap(({ netR, randomR }) => [netR?.low ?? 0, netR?.high ?? 0, randomR ?? 0]));
}

export interface GroupsCardProps {
  readonly title: string;
  /** Head of the first column. */
  readonly head: string;
  readonly rows: readonly GroupRow[];
  readonly bounds: Bounds;
}

export function GroupsCard({ title, head, rows, bounds }: GroupsCardProps): ReactNode {
  return (
    <Card title={title} note={countOf(rows.length, 'group')}>
      <ScrollRegion label={`${title}, table`}>
        <table className="table bt-groups">
          <TableHead
            columns={[head, ['n', 'num'], ['Net R', 'num'], ['95% interval', 'num'], '| = random']}
          />
          <tbody>
            {rows.map((row) => (
              <Row key={row.key} row={row} bounds={bounds} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </Card>
  );
}
