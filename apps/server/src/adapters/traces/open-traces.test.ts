/** An update from its owner over the wire to a reader as one trace, whatever the collector does. */
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createInProcessBus } from '#adapters/bus/in-process-bus.ts';
import { updatesSubject } from '#adapters/nats/stream-settings.ts';
import { decodeUpdate, encodeUpdate } from '#adapters/nats/update-message.ts';
import { WirePublisher } from '#live/wire/wire-publisher.ts';
import { WireReader } from '#live/wire/wire-reader.ts';
import type { InstrumentUpdate } from '#ports/bus.ts';
import type { Traces } from '#ports/cluster/traces.ts';
import type { WireUpdate } from '#ports/cluster/wire.ts';
import { LeaseTable, leasesOf } from '#testing/cluster/memory-leases.ts';
import { MemoryWire } from '#testing/cluster/memory-wire.ts';
import { silentLog } from '#testing/cluster/silent-log.ts';
import { openCollector, type TraceCollector } from '#testing/cluster/trace-collector.ts';
import { recordLog } from '#testing/nats/recorded-log.ts';
import { makeUpdate } from '#testing/views.ts';
import { openTraces } from './open-traces.ts';

let elapsedMs = 0;
let collector: TraceCollector;
const opened: { close(): Promise<void> }[] = [];

beforeEach(() => {
  elapsedMs = 0;
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()));
});

async function collect(answer?: number | 'never'): Promise<TraceCollector> {
  collector = await openCollector(answer);
  opened.push(collector);
  return collector;
}

function open(role: string, url = collector.url, log = recordLog()) {
  const input = { url, roles: [role], version: '1.2.3', log, monotonicMs: () => elapsedMs };
  return { ...openTraces(input), log };
}

/** What is delivered was a message of NATS in between. */
class MessageWire extends MemoryWire {
  override publish(update: WireUpdate): Promise<void> {
    const { payload, headers } = encodeUpdate(update);
    return super.publish(decodeUpdate(updatesSubject(update.instrumentId), headers, payload));
  }
}

/** An owner and a reader of an instrument; `received` is what the reader passed on. */
async function openLine(market?: Traces, web?: Traces) {
  const wire = new MessageWire(() => Date.now());
  const bus = createInProcessBus((_topic, error) => {
    throw error;
  });
  const lease = (await leasesOf(new LeaseTable(), 'one').acquire('instrument.1')) ?? undefined;
  const publisher = new WirePublisher({
    ...{ bus, wire, log: silentLog, leaseOf: () => lease, monotonicMs: () => elapsedMs, traces: market },
    describe: (instrumentId) => ({
      ...{ instrumentId, source: 'simulated', tier: 'L3', run: 'tape', contract: 'ESZ6', expiry: null },
    }),
  });
  opened.push(publisher);
  const received: InstrumentUpdate[] = [];
  const onUpdate = (update: InstrumentUpdate): void => {
    web?.step(update, 'view.fold')?.end();
    web?.step(update, 'socket.flush')?.end(3);
    received.push(update);
  };
  const reader = new WireReader({
    ...{ wire, log: silentLog, traces: web },
    ...{ onPast: () => undefined, onAlive: () => undefined, onUpdate },
  });
  await reader.start(Date.now());
  const publish = (sequence: number): void => {
    const update = makeUpdate(Date.now(), { sequence });
    market?.begin(update, 250);
    bus.publish('instrument', update);
  };
  return { wire, received, publish };
}

test('an update is one trace over both processes, each step the child of the one before', async () => {
  const { spans, bodies } = await collect();
  const [market, web] = [open('market'), open('web')];
  const line = await openLine(market.traces, web.traces);
  for (const sequence of [1, 2, 3]) line.publish(sequence);
  await expect.poll(() => line.received.at(-1)?.sequence).toBe(3);
  await Promise.all([market.close(), web.close()]);
  const names = ['market.update', 'wire.publish', 'wire.deliver', 'view.fold', 'socket.flush'];
  const byName = names.map((name) => spans().find((span) => span.name === name));
  expect(spans()).toHaveLength(names.length);
  expect(new Set(spans().map(({ traceId }) => traceId)).size).toBe(1);
  expect(byName.map((span) => span?.parentSpanId)).toEqual([
    undefined,
    ...byName.slice(0, -1).map((span) => span?.spanId),
  ]);
  const [update] = byName;
  expect(update?.attributes).toEqual([
    { key: 'instrument', value: { intValue: 1 } },
    { key: 'sequence', value: { intValue: 1 } },
    { key: 'run', value: { stringValue: 'tape' } },
  ]);
  expect(byName.at(-1)?.attributes).toContainEqual({ key: 'sockets', value: { intValue: 3 } });
  const tookMs = Number(BigInt(update?.endTimeUnixNano ?? 0) - BigInt(update?.startTimeUnixNano ?? 0)) / 1e6;
  expect(tookMs).toBeGreaterThanOrEqual(250);
  expect(bodies.join()).toContain('{"key":"service.name","value":{"stringValue":"undertow"}}');
});

test('an instrument has one traced update in ten seconds, and none of its history', async () => {
  const { spans } = await collect();
  const { traces, close } = open('market');
  const begin = (sequence: number, more: Partial<InstrumentUpdate> = {}): void =>
    traces.begin(makeUpdate(Date.now(), { sequence, ...more }), 0);
  begin(1, { backfill: true });
  begin(2);
  begin(3);
  begin(4, { instrumentId: 2 });
  elapsedMs = 10_000;
  begin(5);
  await close();
  const sequences = spans().map(({ attributes }) => attributes[1]?.value['intValue']);
  expect(sequences).toEqual([2, 4, 5]);
});

test('an update that was joined with a traced one while the wire was away is in its trace', async () => {
  const { spans } = await collect();
  const market = open('market');
  const line = await openLine(market.traces);
  line.wire.isAway = true;
  line.publish(1);
  elapsedMs = 10_000;
  for (const sequence of [2, 3]) line.publish(sequence);
  line.wire.isAway = false;
  await expect.poll(() => line.received.at(-1)?.sequence).toBe(3);
  await market.close();
  expect(spans().filter(({ name }) => name === 'wire.publish')).toHaveLength(2);
  const traced = line.wire.stored.filter(({ update }) => update.traceparent !== undefined);
  expect(traced.map(({ update }) => update.sequences)).toEqual([
    [1, 1],
    [2, 3],
  ]);
});

test('without traces no message has a context, and who traces reads it as before', async () => {
  const { bodies } = await collect();
  const web = open('web');
  const line = await openLine(undefined, web.traces);
  line.publish(1);
  await expect.poll(() => line.received).toHaveLength(1);
  await web.close();
  expect(line.wire.stored.map(({ update }) => 'traceparent' in update)).not.toContain(true);
  expect(bodies).toEqual([]);
});

test.each([
  '',
  'x',
  `00-${'0'.repeat(32)}-${'b'.repeat(16)}-01`,
  `01-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
])('a context that is none (%j) is no trace, and no error', async (traceparent) => {
  const { bodies } = await collect();
  const { traces, close } = open('web');
  const update = makeUpdate(1);
  traces.deliver(update, traceparent, Date.now());
  expect(traces.step(update, 'view.fold')).toBe(null);
  await close();
  expect(bodies).toEqual([]);
});

test.each(['away', 'never', 500, 503] as const)(
  'a collector that is, or answers, %s costs no update, and no stop more than its second',
  async (answer) => {
    const { url } = await collect(answer === 'away' ? 200 : answer);
    if (answer === 'away') await opened.splice(0).at(0)?.close();
    const [market, web] = [open('market', url), open('web', url)];
    const line = await openLine(market.traces, web.traces);
    for (let sequence = 1; sequence <= 20; sequence += 1, elapsedMs += 10_000) {
      line.publish(sequence);
      await expect.poll(() => line.received).toHaveLength(sequence);
    }
    const stopped = Promise.all([market.close(), web.close()]).then(() => 'stopped');
    // Less than the time that the collector has for an answer
    expect(await Promise.race([stopped, wait(2_500, 'late')])).toBe('stopped');
  },
);

test('a collector that fails is one warning a minute', async () => {
  const { bodies, url } = await collect(500);
  const log = recordLog();
  const { traces, close } = open('market', url, log);
  for (const [at, warnings] of [
    [0, 1],
    [30_000, 1],
    [60_000, 2],
  ] as const) {
    elapsedMs = at;
    const sent = bodies.length;
    traces.begin(makeUpdate(at + 1), 0);
    await expect.poll(() => bodies.length, { timeout: 5_000 }).toBe(sent + 1);
    await expect.poll(() => log.messages).toHaveLength(warnings);
  }
  expect(new Set(log.messages)).toEqual(new Set(['traces were not sent']));
  await close();
}, 20_000);
