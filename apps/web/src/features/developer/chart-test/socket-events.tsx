/** Messages `orderFlowEvent` of the live socket, for the user's active instruments. */

import { SUBPROTOCOL_FLOW_EVENT } from '@undertow/contracts';
import { instrumentById } from '@undertow/market';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { useSignIn } from '#api/account/auth.ts';
import { useUserInstruments } from '#api/market/instruments.ts';
import { formatPrice } from '#lib/format/formats.ts';
import { formatClock } from '#lib/format/times.ts';
import { useObservable } from '#lib/state/observable.ts';
import { EVENT_LOOKS } from '#lib/words/event-looks.ts';
import { LiveClient } from '#live/live-client.ts';
import { liveAddress } from '#live/live-context.tsx';
import { LiveStore } from '#live/live-store.ts';
import type { Connection } from '#live/reconnect.ts';
import { Button } from '#ui/controls/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Badge, type Tone } from '#ui/marks/badge.tsx';
import { Glyph } from '#ui/marks/glyph.tsx';
import { type FlowEventMessage, withFlowEvent } from './flow-event-list.ts';

const nothing = (): void => undefined;

interface FlowEvents {
  readonly events: readonly FlowEventMessage[];
  readonly connection: Connection;
  readonly tryNow: () => void;
}

/**
 * Of the signed-in user's active instruments. The page's own socket watches session and alerts; this one only listens.
 */
function useFlowEvents(): FlowEvents {
  const { user } = useSignIn();
  const rows = useUserInstruments().data;
  const [events, setEvents] = useState<readonly FlowEventMessage[]>([]);
  const [live] = useState(() => {
    const store = new LiveStore();
    const client = new LiveClient({
      url: liveAddress(),
      store,
      protocol: SUBPROTOCOL_FLOW_EVENT,
      onMessage: (message) => {
        if (message.type === 'orderFlowEvent') setEvents((list) => withFlowEvent(list, message.data));
      },
      onFirstOpen: nothing,
      onResync: nothing,
      onSignedOut: nothing,
    });
    return { store, client };
  });
  const userId = user?.id;
  const ids = (rows ?? [])
    .filter(({ active }) => active)
    .map(({ instrumentId }) => instrumentId)
    .join();
  useEffect(() => {
    if (userId === undefined) return;
    live.client.subscribe({ userId, instrumentIds: ids === '' ? [] : ids.split(',').map(Number) });
  }, [live, userId, ids]);
  useEffect(() => {
    window.addEventListener('focus', live.client.tryNow);
    window.addEventListener('online', live.client.tryNow);
    return () => {
      window.removeEventListener('focus', live.client.tryNow);
      window.removeEventListener('online', live.client.tryNow);
      live.client.close();
    };
  }, [live]);
  const connection = useObservable(live.store.connection);
  const tryNow = useCallback(() => {
    if (live.store.connection.get().kind === 'moved') live.client.watchHere();
    else live.client.tryNow();
  }, [live]);
  return { events, connection, tryNow };
}

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
