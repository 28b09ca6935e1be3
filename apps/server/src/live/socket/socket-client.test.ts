/** What waits for a socket that does not drain, and what is sent when it does. */
import type { Writable } from 'node:stream';
import { SUBPROTOCOL_BATCHED } from '@undertow/contracts';
import { CME_CALENDAR, type Instrument, instrumentBySymbol } from '@undertow/market';
import { expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import { InstrumentView } from '#live/views/instrument-view.ts';
import { StoredBars } from '#live/views/stored-bars.ts';
import { makeEvent, makeUpdate } from '#testing/views.ts';
import { SocketClient } from './socket-client.ts';
import { changeOf, tickMessages } from './view-messages.ts';

const T = Date.UTC(2026, 10, 20, 16);
const es = instrumentBySymbol('ES') as Instrument;

/** The parts of a `ws` socket and of the stream below it that a client uses, with a buffer that the test fills. */
class Wire {
  readonly protocol = SUBPROTOCOL_BATCHED;
  readonly OPEN = 1;
  readonly readyState = 1;
  bufferedAmount = 0;
  readonly sent: { type: string; [key: string]: unknown }[][] = [];

  write(frame: Buffer): void {
    const headerSize = frame[1] === 127 ? 10 : frame[1] === 126 ? 4 : 2;
    this.sent.push(JSON.parse(frame.subarray(headerSize).toString()));
  }
}

function makeClient() {
  const wire = new Wire();
  const client = new SocketClient(
    wire as unknown as WebSocket,
    wire as unknown as Writable,
    { userId: 'u', sessionId: 's' },
    0,
  );
  const view = new InstrumentView({
    line: '',
    instrument: es,
    delaySeconds: 0,
    calendar: CME_CALENDAR,
    stored: new StoredBars({ listBars: async () => [] }, 1, 'simulated'),
    firstStatus: () => ({
      instrumentId: 1,
      state: 'live',
      source: 'simulated',
      contract: 'ESZ6',
      tier: 'L3',
      replaySpeed: null,
      lastMessageAt: null,
      exchangeToServerMs: null,
      tradesPerSecond: 0,
      gapsToday: 0,
      resyncsToday: 0,
      lastGap: null,
      opensAt: null,
    }),
    presentMs: () => T,
  });
  client.follow([view], ['iceberg']);
  const tick = (id: string, type: 'iceberg' | 'stop_run' = 'iceberg') => {
    const book = { bids: [{ priceTicks: 20_000, size: 1, orders: 1 }], asks: [] };
    const update = makeUpdate(T, { book, events: [{ event: makeEvent(id, T, { type }), change: 'new' }] });
    view.fold(update);
    return tickMessages(changeOf(view, update));
  };
  return { wire, client, tick };
}

test('a socket that drains gets state and events of its types in one frame', () => {
  const { wire, client, tick } = makeClient();
  client.sendFrames(client.framesOf([tick('a'), tick('s', 'stop_run')]));
  expect(wire.sent).toHaveLength(1);
  expect(wire.sent[0]?.map(({ type }) => type)).toEqual(['order_book', 'order_flow_event', 'order_book']);
});

test('state is skipped and events wait while the socket does not drain', () => {
  const { wire, client, tick } = makeClient();
  wire.bufferedAmount = 5000;
  for (const id of ['a', 'b', 'c']) client.hold([tick(id)]);
  client.release(1);
  expect(wire.sent).toEqual([]);
  wire.bufferedAmount = 0;
  client.release(1);
  expect(wire.sent[0]?.map(({ type }) => type)).toEqual([
    'order_flow_event',
    'order_flow_event',
    'order_flow_event',
    'order_book',
    'feed_status',
  ]);
  expect(client.isClear).toBe(true);
});

test('beyond five hundred waiting events the client receives the number it missed, and the list again', () => {
  const { wire, client, tick } = makeClient();
  wire.bufferedAmount = 5000;
  for (let n = 0; n < 520; n += 1) client.hold([tick(`e${n}`)]);
  wire.bufferedAmount = 0;
  client.release(1);
  expect(wire.sent[0]?.[0]).toEqual({ type: 'resync', instrumentId: 1, droppedEvents: 20 });
  expect(wire.sent[0]?.at(-1)).toMatchObject({ type: 'order_flow_events', instrumentId: 1 });
});

test('an event of a type that the plan lost is not sent from the queue', () => {
  const { wire, client, tick } = makeClient();
  wire.bufferedAmount = 5000;
  client.hold([tick('a')]);
  client.follow([...client.views.values()], ['support']);
  wire.bufferedAmount = 0;
  client.send('{"type":"alert"}');
  client.release(1);
  expect(JSON.stringify(wire.sent)).not.toContain('order_flow_event');
});

test('the state of a subscription contains the flush that it is sent with, and none before it is sent again', () => {
  const { wire, client, tick } = makeClient();
  const [view] = client.views.values();
  tick('a');
  client.begin(['{"type":"before"}'], ['{"type":"after"}']);
  expect(client.isClear).toBe(false);
  client.release(3);
  expect(wire.sent[0]?.map(({ type }) => type)).toEqual([
    ...['before', 'order_book', 'feed_status', 'order_flow_events', 'after'],
  ]);
  expect([client.viewsBefore(3), client.viewsBefore(4)]).toEqual([[], [view]]);
});

test('a subscription that follows another at once begins once', () => {
  const { wire, client } = makeClient();
  client.begin(['{"type":"first"}'], []);
  client.follow([...client.views.values()], ['iceberg']);
  client.begin(['{"type":"second"}'], []);
  client.release(1);
  client.release(2);
  expect(wire.sent).toHaveLength(1);
  expect(wire.sent[0]?.[0]).toEqual({ type: 'second' });
});

test('a megabyte that waits, or ten seconds without draining, is too slow', () => {
  const { wire, client } = makeClient();
  wire.bufferedAmount = 1_000_001;
  expect(client.tooSlow(0)).toBe('more than 1 MB waits');
  wire.bufferedAmount = 1;
  expect(client.tooSlow(9000)).toBeNull();
  expect(client.tooSlow(10_001)).toBe('nothing read for 10 s');
  wire.bufferedAmount = 0;
  expect(client.tooSlow(10_002)).toBeNull();
  wire.bufferedAmount = 1;
  expect(client.tooSlow(15_000)).toBeNull();
});

test('the eleventh message within ten seconds is one too many', () => {
  const { client } = makeClient();
  for (let n = 0; n < 10; n += 1) expect(client.countFrame(n)).toBe(true);
  expect(client.countFrame(9999)).toBe(false);
  expect(client.countFrame(30_000)).toBe(true);
});
