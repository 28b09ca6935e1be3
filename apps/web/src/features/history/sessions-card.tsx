/**
 * The five most recent trading days: what they brought, and the instrument that did best by a measure that is named.
 */
import type { AnalysisSession, HistoryTimeframe } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { useAnalysisSessions } from '#api/market/history.ts';
import { formatDay } from '#lib/format/exchange-days.ts';
import { countOf, formatSize } from '#lib/format/formats.ts';
import { EmptyBlock, QueryState } from '#ui/layout/blocks.tsx';
import { Card } from '#ui/layout/card.tsx';
import { ScrollRegion } from '#ui/layout/scroll-region.tsx';
import { TableHead } from '#ui/layout/table-head.tsx';
import { ConfidenceText } from './confidence-text.tsx';

const SHOWN = 5;

/** `by hit rate, 64% of 25 resolved`: the basis of the choice. */
export function measureText(session: AnalysisSession): string {
  const { topPerformingBy, topPerformingHitRate, topPerformingCount } = session;
  if (topPerformingBy === null) return '';
  if (topPerformingBy === 'events' || topPerformingHitRate === null)
    return `by events, ${formatSize(topPerformingCount)}`;
  return `by hit rate, ${Math.round(topPerformingHitRate * 100)}% of ${formatSize(topPerformingCount)} resolved`;
}

function SessionRow({ session }: { readonly session: AnalysisSession }): ReactNode {
  const { date, totalEvents, avgConfidence, topPerformingInstrument } = session;
  return (
    <tr>
      <th scope="row">{formatDay(date)}</th>
      <td className="num">{formatSize(totalEvents)}</td>
      <td className="num">{avgConfidence === null ? '–' : <ConfidenceText confidence={avgConfidence} />}</td>
      <td className="max-md:whitespace-normal">
        <span className="font-semibold">{topPerformingInstrument ?? '–'}</span>{' '}
        <span className="text-text-3">{measureText(session)}</span>
      </td>
    </tr>
  );
}

export function SessionsCard({ timeframe }: { readonly timeframe: HistoryTimeframe }): ReactNode {
  const query = useAnalysisSessions(timeframe);
  const { data, error } = query;
  const shown = data?.slice(0, SHOWN) ?? [];
  const note =
    data === undefined || data.length <= SHOWN
      ? undefined
      : `newest ${SHOWN} of ${countOf(data.length, 'day')}`;
  return (
    <Card title="Analysis sessions" note={note}>
      {error !== null || data === undefined ? (
        <QueryState query={query} failed="The sessions could not be loaded" rows={SHOWN} height={14} />
      ) : shown.length === 0 ? (
        <EmptyBlock title="No sessions yet" text="Add an instrument to see each of its trading days here." />
      ) : (
        <ScrollRegion label="Analysis sessions, table">
          <table className="table">
            <TableHead
              columns={[
                'Trading day',
                ['Events', 'num'],
                ['Avg. confidence', 'num'],
                ['Top performing instrument', 'max-md:whitespace-normal'],
              ]}
            />
            <tbody>
              {shown.map((session) => (
                <SessionRow key={session.date} session={session} />
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </Card>
  );
}
