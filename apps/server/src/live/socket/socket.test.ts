/** What a socket is sent around a subscription: its views never go back, and nothing comes twice. */
import { EventEmitter } from 'node:events';
import type { Writable } from 'node:stream';
import { SUBPROTOCOL_BATCHED, unlicensedAccess } from '@undertow/contracts';
import { CME_CALENDAR, type Instrument, instrumentBySymbol } from '@undertow/market';
import { expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import { createInProcessBus } from '#adapters/bus/in-process-bus.ts';
import { InstrumentView } from '#live/views/instrument-view.ts';
import { StoredBars } from '#live/views/stored-bars.ts';
import type { FeedViewResolver } from '#live/views/view-resolver.ts';
import type { Entitlements } from '#ports/entitlements.ts';
import { testClock } from '#testing/clock.ts';
import { silentLog } from '#testing/cluster/silent-log.ts';
import { makeUpdate } from '#testing/views.ts';
import { SocketHub } from './socket.ts';

const T = Date.UTC(2026, 10, 20, 16);
const es = instrumentBySymbol('ES') as Instrument;

interface Sent {
  readonly type: string;
  readonly asOf?: string;
  readonly data?: { readonly isWhole?: boolean; readonly prints?: readonly unknown[] };
}

class Wire extends EventEmitter {
  readonly protocol = SUBPROTOCOL_BATCHED;
  readonly OPEN = 1;
  readonly readyState = 1;
  readonly bufferedAmount = 0;
  readonly sent: Sent[] = [];
  readonly close = () => undefined;

  write(frame: Buffer): void {
    const headerSize = frame[1] === 127 ? 10 : frame[1] === 126 ? 4 : 2;
    this.sent.push(...(JSON.parse(frame.subarray(headerSize).toString()) as Sent[]));
  }

  subscribe(): void {
    const orderFlow = [{ instrumentId: 1, kinds: ['prints'] }];
    const text = JSON.stringify({ type: 'subscribe', instrumentIds: [1], orderFlow });
    this.emit('message', Buffer.from(text), false);
  }
}

function openHub() {
  let nowMs = T;
  const bus = createInProcessBus(() => undefined);
  const view = new InstrumentView({
    ...{ line: '', instrument: es, delaySeconds: 0, calendar: CME_CALENDAR },
    stored: new StoredBars({ listBars: async () => [] }, 1, 'simulated'),
    firstStatus: () => ({
      ...{
        instrumentId: 1,
        state: 'live',
        source: 'simulated',
        contract: 'ESZ6',
        tier: 'L3',
        replaySpeed: null,
      },
      ...{ lastMessageAt: null, exchangeToServerMs: null, tradesPerSecond: 0, gapsToday: 0, resyncsToday: 0 },
      ...{ lastGap: null, opensAt: null },
    }),
    presentMs: () => nowMs,
  });
  const access = () => unlicensedAccess(0);
  const resolver = { resolve: () => ({ line: '', access, views: { view: () => view } }) };
  const rules = { liveDevices: 1, eventTypes: ['iceberg'] };
  const hub = new SocketHub({
    ...{ bus, clock: testClock(() => nowMs), log: silentLog },
    audit: { append: async () => undefined } as never,
    entitlements: {
      of: async (userId: string) => ({ userId, rules, activeInstrumentIds: [1] }),
    } as unknown as Entitlements,
    usage: { note: () => undefined } as never,
    viewResolver: resolver as unknown as FeedViewResolver,
    replays: { isOpen: () => false, stateOf: () => undefined },
    monotonicMs: () => nowMs,
  });
  return {
    ...{ hub, bus },
    connect(userId: string): Wire {
      const wire = new Wire();
      hub.attach(wire as unknown as WebSocket, wire as unknown as Writable, { userId, sessionId: userId });
      return wire;
    },
    /** One execution. */
    trade(n: number): void {
      nowMs = T + n;
      const book = { bids: [{ priceTicks: 20_000, size: n, orders: 1 }], asks: [] };
      const prints = { times: Float64Array.of(T + n), rows: Int32Array.of(20_000, n, 1, 0, n) };
      const update = makeUpdate(T + n, { sequence: n, book, prints });
      view.fold(update);
      hub.onViewChange(view, update);
    },
  };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function executionsOf(wire: Wire): number {
  return wire.sent.reduce(
    (sum, { type, data }) => (type === 'prints' ? sum + (data?.prints?.length ?? 0) : sum),
    0,
  );
}

test('an execution that waits for the next flush is in the state of a subscription and does not come again', async () => {
  const { hub, connect, trade } = openHub();
  const wire = connect('u');
  trade(1);
  wire.subscribe();
  await turn();
  await turn();
  expect(executionsOf(wire)).toBe(1);
  hub.close();
});

test('a socket whose state cannot be written is closed, and the others get theirs', async () => {
  const { hub, connect, trade } = openHub();
  const [broken, other] = [connect('broken'), connect('other')];
  const ended: string[] = [];
  Object.assign(broken, {
    terminate: () => ended.push('broken'),
    write: () => {
      throw new Error('the stream is gone');
    },
  });
  trade(1);
  broken.subscribe();
  other.subscribe();
  await turn();
  await turn();
  expect([ended, executionsOf(other)]).toEqual([['broken'], 1]);
  hub.close();
});

test('a subscription between two slices of a flush does not receive the older flush after its state', async () => {
  const { hub, connect, trade } = openHub();
  const wires = Array.from({ length: 1_100 }, (_, at) => connect(`u${at}`));
  const last = wires.at(-1);
  trade(1);
  setImmediate(() => {
    trade(2);
    last?.subscribe();
  });
  for (let turns = 0; turns < 6; turns += 1) await turn();
  await new Promise((resolve) => setTimeout(resolve, 150));
  const instants = (last?.sent ?? []).flatMap(({ asOf }) => asOf ?? []);
  expect(instants.length).toBeGreaterThan(0);
  expect(instants).toEqual(instants.toSorted());
  expect(executionsOf(last ?? new Wire())).toBe(2);
  hub.close();
});

test('a device that connected elsewhere changes no subscription; a change of the user begins it again', async () => {
  const { hub, bus, connect } = openHub();
  const wire = connect('a');
  wire.subscribe();
  const states = () => wire.sent.filter(({ type }) => type === 'feed_status').length;
  await expect.poll(states).toBe(1);
  bus.publish('devicesChanged', { userId: 'a' });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(states()).toBe(1);
  bus.publish('userChanged', { userId: 'a' });
  await expect.poll(states).toBe(2);
  hub.close();
});
