/**
 * The trading-platform connection: its state, its details with Save, Test and Disconnect, what is stored of its data, how
 * the data comes in, and its log.
 */
import type { FeedStatus, RithmicConnection } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { useRithmicConnection } from '#api/account/connection.ts';
import { useActiveInstrumentId, useInstrument } from '#api/market/instruments.ts';
import { useFeedStatusPoll } from '#api/market/market-data.ts';
import { formatSize } from '#lib/format/formats.ts';
import { formatClock, formatDateTime } from '#lib/format/times.ts';
import { connectionMessage, connectionWords } from '#lib/words/connection-words.ts';
import { STATUS_COLOURS } from '#lib/words/status-colours.ts';
import type { LineStatus } from '#live/line-status.ts';
import { useFeedView } from '#live/live-context.tsx';
import { SkeletonRows } from '#ui/layout/blocks.tsx';
import { Card } from '#ui/layout/card.tsx';
import { FactList } from '#ui/layout/fact-list.tsx';
import { Note } from '#ui/layout/note.tsx';
import { Badge } from '#ui/marks/badge.tsx';
import { ConnectionForm } from './connection-form.tsx';
import { ConnectionLog } from './connection-log.tsx';
import { StoredData } from './stored-data.tsx';

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
  return 'Market data comes from Undertow’s feed, with your plan’s delay. Connect your own account to see its data in real time, with alerts and a history of its own; only you can see it.';
}

/**
 * How the data of the user's own connection comes in: age, way, interruptions and depth, of the instrument on screen.
 */
function ConnectionHealth({ connection }: { readonly connection: RithmicConnection | undefined }): ReactNode {
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

type Account = NonNullable<RithmicConnection['account']>;

function sessionWords({ sessions: { inUse, most } }: Account): string | null {
  if (most === null) return null;
  const used = `This connection uses ${inUse} of ${most} market-data sessions; other programs are not counted.`;
  return most === 1 ? `${used} Any other login ends this connection.` : used;
}

/** What an account needs before its market data is refused: agreements to sign, and the sessions that it may have. */
function AccountNotes({ account }: { readonly account: Account }): ReactNode {
  const unsigned = account.unsignedAgreements ?? [];
  const sessions = sessionWords(account);
  return (
    <>
      {unsigned.length === 0 ? null : (
        <div className="px-4 pt-4">
          <Note tone="warn" icon="warning">
            Not signed yet: {unsigned.join('; ')}. Sign them in R | Trader, or Rithmic will refuse market
            data.
          </Note>
        </div>
      )}
      {sessions === null ? null : <p className="px-4 pt-4 text-text-2">{sessions}</p>}
    </>
  );
}

export function ConnectionPanel(): ReactNode {
  const { data, error } = useRithmicConnection();
  const words = connectionWords(data, error !== null);
  const message = connectionMessage(data, error !== null);
  const last = data?.lastConnected ?? null;
  return (
    <div className="settings-grid">
      <div>
        <Card
          title="Rithmic"
          actions={
            <span className="flex items-center gap-2" role="status">
              {words === null ? null : (
                <>
                  <span className="dot" data-tone={words.dot} />
                  <Badge tone={words.tone}>{words.text}</Badge>
                </>
              )}
            </span>
          }
        >
          {message === null ? null : (
            <div className="px-4 pt-4">
              <Note tone="bad" icon="warning">
                {message}
              </Note>
            </div>
          )}
          {last === null ? null : (
            <p className="px-4 pt-4 text-text-2">Last connected {formatDateTime(Date.parse(last))}</p>
          )}
          {data?.account == null ? null : <AccountNotes account={data.account} />}
          <ConnectionForm connection={data} isConnected={error === null && data?.status === 'connected'} />
        </Card>
        {data?.isDataStored === undefined ? null : <StoredData isStored={data.isDataStored} />}
      </div>
      <div>
        <ConnectionHealth connection={data} />
        <ConnectionLog status={data?.status} />
      </div>
    </div>
  );
}
