/** The recorded sessions of a product, one cell each: read by the present detectors, or to be read first. */
import type { TestedData } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { type BacktestSessions, useBacktestSessions } from '#api/backtests/backtests.ts';
import { formatDay } from '#lib/format/exchange-days.ts';
import { countOf } from '#lib/format/formats.ts';
import { Segmented } from '#ui/controls/segmented.tsx';
import { EmptyBlock, QueryState } from '#ui/layout/blocks.tsx';
import { Card } from '#ui/layout/card.tsx';
import { ScrollRegion } from '#ui/layout/scroll-region.tsx';
import { monthMarks, type SessionCell, sessionCells } from './session-cells.ts';

const monthName = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', month: 'short' });

function cellText({ session, isRoll }: SessionCell): string {
  const { tradingDay, contract, isReady, gaps } = session;
  return [
    formatDay(tradingDay),
    ...(contract === null ? [] : [contract]),
    isReady ? 'ready' : 'to be read first',
    ...(gaps === 0 ? [] : [countOf(gaps, 'gap')]),
    ...(isRoll ? ['roll'] : []),
  ].join(', ');
}

function Grid({ cells }: { readonly cells: readonly SessionCell[] }): ReactNode {
  return (
    <ScrollRegion label="Recorded sessions by day" className="session-scroll">
      <div className="session-grid">
        {cells.map((cell) => (
          <span
            key={cell.session.tradingDay}
            className="session-cell"
            data-ready={cell.session.isReady}
            data-gap={cell.session.gaps > 0}
            data-roll={cell.isRoll}
            style={{ gridRow: cell.row, gridColumn: cell.column }}
            role="img"
            aria-label={cellText(cell)}
            title={cellText(cell)}
          />
        ))}
        {monthMarks(cells).map(({ month, column }) => (
          <span key={month} className="session-month" style={{ gridColumn: column }}>
            {monthName.format(Date.parse(`${month}-01T00:00:00Z`))}
          </span>
        ))}
      </div>
    </ScrollRegion>
  );
}

function Legend({ cells }: { readonly cells: readonly SessionCell[] }): ReactNode {
  const ready = cells.filter(({ session }) => session.isReady).length;
  const gaps = cells.filter(({ session }) => session.gaps > 0).length;
  const rolls = cells.filter(({ isRoll }) => isRoll).length;
  return (
    <p className="session-legend">
      <span data-mark="ready">{ready} ready</span>
      {ready === cells.length ? null : <span data-mark="open">{cells.length - ready} to be read first</span>}
      {gaps === 0 ? null : <span data-mark="gap">{gaps} with gaps</span>}
      {rolls === 0 ? null : <span data-mark="roll">{countOf(rolls, 'roll')}</span>}
    </p>
  );
}

function spanText({ sessions }: BacktestSessions, product: string): string {
  const [first, last] = [sessions[0], sessions.at(-1)];
  if (first === undefined || last === undefined) return product;
  return `${product}, ${formatDay(first.tradingDay)} to ${formatDay(last.tradingDay)}`;
}

const DATA = [
  { value: 'recorded', label: 'Platform' },
  { value: 'uploads', label: 'Your recordings' },
] as const;

const EMPTY: Readonly<Record<TestedData, string>> = {
  recorded:
    'Sessions are recorded while the market is received; the one that is traded now counts when it is over.',
  uploads: 'Upload a DBN file with this product. Its sessions are here as soon as it was read.',
};

export interface TestedOnCardProps {
  readonly product: string;
  readonly data: TestedData;
  readonly onData: (data: TestedData) => void;
  /** Sessions are being read now. */
  readonly isPolled: boolean;
}

export function TestedOnCard({ product, data, onData, isPolled }: TestedOnCardProps): ReactNode {
  const query = useBacktestSessions(product, data, isPolled);
  const listed = query.data;
  const cells = sessionCells(listed?.sessions ?? []);
  return (
    <Card
      title="Tested on"
      note={listed === undefined ? product : spanText(listed, product)}
      actions={
        <>
          {listed === undefined ? null : (
            <span className="t-12 text-text-3">Detectors {listed.detectors}</span>
          )}
          <Segmented label="Sessions" value={data} options={DATA} onChange={onData} />
        </>
      }
    >
      {listed === undefined ? (
        <QueryState query={query} failed="The recorded sessions could not be listed" rows={3} height={14} />
      ) : cells.length === 0 ? (
        <EmptyBlock title={`No recorded session of ${product}`} text={EMPTY[data]} />
      ) : (
        <>
          <Grid cells={cells} />
          <Legend cells={cells} />
        </>
      )}
    </Card>
  );
}
