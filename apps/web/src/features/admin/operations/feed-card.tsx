/** The feed, instrument by instrument: its state, the last message, gaps and rebuilds of the day. */
import type { OperationsFacts } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { PlainTable } from '#features/admin/parts/plain-table.tsx';
import { countOf, formatSize } from '#lib/format/formats.ts';
import { EmptyBlock } from '#ui/layout/blocks.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Badge } from '#ui/marks/badge.tsx';
import { messageText } from './operation-words.ts';

type Feed = OperationsFacts['feed'];
type State = Feed['instruments'][number]['state'];

const TONES: Readonly<Record<State, 'ok' | 'warn' | 'bad' | 'plain'>> = {
  syncing: 'plain',
  live: 'ok',
  gap: 'warn',
  resync: 'warn',
  stale: 'bad',
  auction: 'warn',
  halted: 'warn',
  closed: 'plain',
};

export function FeedCard({ feed }: { readonly feed: Feed }): ReactNode {
  const { source, recorderWaiting, alertsWaiting, instruments } = feed;
  if (source === 'none')
    return (
      <Card title="Feed" note="none">
        <EmptyBlock
          title="No market data"
          text="MARKET_FEED is none: only users with an account of their own connected see a market."
        />
      </Card>
    );
  return (
    <Card
      title="Feed"
      note={`${source}; ${countOf(recorderWaiting, 'update')} to be recorded, ${countOf(alertsWaiting, 'alert')} to be sent`}
    >
      {instruments.length === 0 ? (
        <EmptyBlock
          title="No instruments are receiving data"
          text="A session starts when a user opens an instrument."
        />
      ) : (
        <PlainTable
          label="Feed by instrument, table"
          heads={[
            'Instrument',
            'State',
            'Last message, feed time',
            'Trades/s',
            'Gaps today',
            'Resyncs today',
          ]}
          numbers={[2, 3, 4, 5]}
          rows={instruments.map((one) => ({
            key: one.symbol,
            cells: [
              one.symbol,
              <Badge key="state" tone={TONES[one.state]}>
                {one.state}
              </Badge>,
              messageText(one.lastMessageAt),
              one.tradesPerSecond.toFixed(1),
              formatSize(one.gapsToday),
              formatSize(one.resyncsToday),
            ],
          }))}
        />
      )}
    </Card>
  );
}
