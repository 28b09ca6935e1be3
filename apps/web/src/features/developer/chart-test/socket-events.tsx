/** Messages `orderFlowEvent` of the live socket, for the user's active instruments. */
import { instrumentById } from '@undertow/market';
import type { ReactNode } from 'react';
import { formatPrice } from '#lib/format/formats.ts';
import { formatClock } from '#lib/format/times.ts';
import { EVENT_LOOKS } from '#lib/words/event-looks.ts';
import type { Connection } from '#live/reconnect.ts';
import { Button } from '#ui/controls/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Badge, type Tone } from '#ui/marks/badge.tsx';
import { Glyph } from '#ui/marks/glyph.tsx';
import { useFlowEvents } from './use-flow-events.ts';

const WORDS: Readonly<Record<Connection['kind'], readonly [words: string, tone: Tone]>> = {
  idle: ['No active instrument', 'plain'],
  connecting: ['Connecting', 'warn'],
  open: ['Connected', 'ok'],
  waiting: ['Reconnecting', 'warn'],
  disconnected: ['Disconnected', 'bad'],
  moved: ['On another device', 'bad'],
};

export function SocketEvents(): ReactNode {
  const { events, connection, tryNow } = useFlowEvents();
  const [words, tone] = WORDS[connection.kind];
  const isLost = connection.kind === 'disconnected' || connection.kind === 'moved';
  return (
    <Card title="Live order-flow events" actions={<Badge tone={tone}>{words}</Badge>}>
      {events.length === 0 ? (
        <p className="p-3 text-text-3">
          {connection.kind === 'idle'
            ? 'Add an instrument to see its events here.'
            : 'No messages since this page was opened.'}
        </p>
      ) : null}
      <ul aria-label="Live order-flow events" className="py-1">
        {events.map(({ id, instrumentId, eventType, price, detectedAt }) => (
          <li key={id} className="test-event">
            <Glyph look={EVENT_LOOKS[eventType]} decorative />
            <span className="truncate">
              {instrumentById(instrumentId)?.symbol} {EVENT_LOOKS[eventType].name}
            </span>
            <span className="num font-medium">{formatPrice(instrumentId, price)}</span>
            <span className="num text-text-3">{formatClock(Date.parse(detectedAt))}</span>
          </li>
        ))}
      </ul>
      {isLost ? (
        <div className="p-3 pt-0">
          <Button size="small" onClick={tryNow}>
            Connect here
          </Button>
        </div>
      ) : null}
    </Card>
  );
}
