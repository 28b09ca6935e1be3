/**
 * How the data of the user's own connection comes in: age, way, interruptions and depth, of the instrument on screen.
 */
import type { FeedStatus, RithmicConnection } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { useActiveInstrumentId, useInstrument } from '#api/market/instruments.ts';
import { useFeedStatusPoll } from '#api/market/market-data.ts';
import { formatSize } from '#lib/format/formats.ts';
import { formatClock } from '#lib/format/times.ts';
import { STATUS_COLOURS } from '#lib/words/status-colours.ts';
import type { LineStatus } from '#live/line-status.ts';
import { useFeedView } from '#live/live-context.tsx';
import { SkeletonRows } from '#ui/layout/blocks.tsx';
import { Card } from '#ui/layout/card.tsx';
import { FactList } from '#ui/layout/fact-list.tsx';

function factsOf(status: FeedStatus, line: LineStatus): readonly (readonly [string, ReactNode])[] {
  const { exchangeToServerMs, lastMessageAt, resyncsToday, lastGap, tier, contract, messagesNotUnderstood } =
    status;
  const resyncs =
    lastGap === null
      ? `${resyncsToday}`
      : `${resyncsToday}, last at ${formatClock(Date.parse(lastGap.from))}`;
  return [
    ['Status', <span className={STATUS_COLOURS[line.tone]}>{line.word}</span>],
    ['Contract', contract],
    [
      'Exchange to server',
      exchangeToServerMs === null ? 'not known' : `${Math.round(exchangeToServerMs)} ms`,
    ],
    ['Last update', lastMessageAt === null ? 'none yet' : formatClock(Date.parse(lastMessageAt))],
    ['Resyncs today', resyncs],
    ['Market by order', tier === 'L3' ? 'Available' : 'Not on this account'],
    ...(messagesNotUnderstood === undefined
      ? []
      : [['Unrecognised messages', formatSize(messagesNotUnderstood)] as const]),
  ];
}

/** Shown in place of the facts while there are none. */
function reasonOf(connection: RithmicConnection, symbol: string | null): string {
  if (connection.status === 'connected')
    return symbol === null
      ? 'Add an instrument to see its connection health.'
      : `Waiting for the first data of ${symbol}.`;
  return 'Market data comes from Undertow’s feed, with your plan’s delay. Connect your own account to see its data in real time; only you can see it.';
}

export function ConnectionHealth({
  connection,
}: {
  readonly connection: RithmicConnection | undefined;
}): ReactNode {
  const instrumentId = useActiveInstrumentId();
  const symbol = useInstrument(instrumentId)?.symbol ?? null;
  const { line } = useFeedView(instrumentId);
  const isConnected = connection?.status === 'connected';
  const status = useFeedStatusPoll(isConnected ? instrumentId : null).data?.data;
  const isOwn = isConnected && status?.source === 'rithmic';
  return (
    <Card title="Connection health" {...(isOwn ? { note: symbol } : {})}>
      {connection === undefined ? <SkeletonRows rows={3} height={36} /> : null}
      {isOwn && status !== undefined ? <FactList facts={factsOf(status, line)} /> : null}
      {connection === undefined || (isOwn && status !== undefined) ? null : (
        <p className="p-4 text-text-2">{reasonOf(connection, symbol)}</p>
      )}
    </Card>
  );
}
