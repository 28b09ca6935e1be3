/** The live socket with the subprotocol of the chart test: its connection, and the newest messages. */
import { SUBPROTOCOL_FLOW_EVENT } from '@undertow/contracts';
import { useCallback, useEffect, useState } from 'react';
import { useSignIn } from '#api/account/auth.ts';
import { useUserInstruments } from '#api/market/instruments.ts';
import { useObservable } from '#lib/state/observable.ts';
import { LiveClient } from '#live/live-client.ts';
import { liveAddress } from '#live/live-context.tsx';
import { LiveStore } from '#live/live-store.ts';
import type { Connection } from '#live/reconnect.ts';
import { type FlowEventMessage, withFlowEvent } from './flow-event-list.ts';

const nothing = (): void => undefined;

export interface FlowEvents {
  readonly events: readonly FlowEventMessage[];
  readonly connection: Connection;
  readonly tryNow: () => void;
}

/** Of the signed-in user's active instruments. The page's own socket watches session and alerts; this one only listens. */
export function useFlowEvents(): FlowEvents {
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
