/** Gives the page its live store and keeps the socket open during a session. */
import { ORDER_FLOW_KINDS, type OrderFlowKind } from '@undertow/contracts';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useSyncExternalStore } from 'react';
import { useNow } from '#lib/hooks/use-now.ts';
import { useObservable } from '#lib/state/observable.ts';
import { EMPTY_STATE, type InstrumentState } from './instrument-state.ts';
import { type LineStatus, lineStatus } from './line-status.ts';
import { LiveClient, type LiveClientOptions } from './live-client.ts';
import { LiveStore } from './live-store.ts';
import type { OrderFlow } from './order-flow.ts';
import type { Connection } from './reconnect.ts';

interface Live {
  readonly store: LiveStore;
  readonly client: LiveClient;
}

const LiveContext = createContext<Live | null>(null);

function useLive(): Live {
  const live = useContext(LiveContext);
  if (live === null) throw new Error('live data must be used within a LiveProvider');
  return live;
}

export interface LiveProviderProps
  extends Pick<LiveClientOptions, 'onMessage' | 'onFirstOpen' | 'onResync' | 'onSignedOut'> {
  readonly userId: string;
  readonly instrumentIds: readonly number[];
  /** The replay to show in place of the present market: another store, and another socket. */
  readonly replay?: string | null;
  readonly children: ReactNode;
}

/** Address of the live socket of this page's server. */
export function liveAddress(): string {
  return `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`;
}

/** The handlers must keep their identity: a new one makes a new socket. */
export function LiveProvider({
  userId,
  instrumentIds,
  replay = null,
  onMessage,
  onFirstOpen,
  onResync,
  onSignedOut,
  children,
}: LiveProviderProps): ReactNode {
  const live = useMemo(() => {
    const store = new LiveStore();
    return {
      store,
      client: new LiveClient({
        url: liveAddress(),
        store,
        replay,
        onMessage,
        onFirstOpen,
        onResync,
        onSignedOut,
      }),
    };
  }, [replay, onMessage, onFirstOpen, onResync, onSignedOut]);
  const ids = instrumentIds.join();
  useEffect(() => {
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
  return <LiveContext value={live}>{children}</LiveContext>;
}

export function useLiveStore(): LiveStore {
  return useLive().store;
}

/** Tries to reach the server at once. */
export function useTryNow(): () => void {
  return useLive().client.tryNow;
}

/** Brings live data back to this device. */
export function useWatchHere(): () => void {
  return useLive().client.watchHere;
}

export function useConnection(): Connection {
  return useObservable(useLive().store.connection);
}

const subscribeToNothing = (): (() => void) => () => undefined;

/** A part of an instrument's state; the component draws again only when that part changes. */
export function useInstrumentLive<T>(instrumentId: number | null, select: (state: InstrumentState) => T): T {
  const { store } = useLive();
  const instrument = instrumentId === null ? null : store.instrument(instrumentId);
  const read = (): T => select(instrument?.get() ?? EMPTY_STATE);
  return useSyncExternalStore(instrument?.subscribe ?? subscribeToNothing, read, read);
}

/** Depth or executions of an instrument while the component is shown; null for an unknown instrument. */
export function useOrderFlow(instrumentId: number, kinds: readonly OrderFlowKind[]): OrderFlow | null {
  const { store, client } = useLive();
  const wanted = kinds.join();
  useEffect(() => {
    const ends = ORDER_FLOW_KINDS.filter((kind) => wanted.split(',').includes(kind)).map((kind) =>
      client.need(instrumentId, kind),
    );
    return () => {
      for (const end of ends) end();
    };
  }, [client, instrumentId, wanted]);
  return store.orderFlow(instrumentId);
}

const wholeState = (state: InstrumentState): InstrumentState => state;

export interface FeedView {
  readonly line: LineStatus;
  readonly state: InstrumentState;
  readonly connection: Connection;
}

/** State of the whole line for an instrument, judged again twice a second. */
export function useFeedView(instrumentId: number | null): FeedView {
  const connection = useConnection();
  const state = useInstrumentLive(instrumentId, wholeState);
  useNow(500);
  return { line: lineStatus(connection, state, performance.now()), state, connection };
}
