/** Market data over a real nats-server that is killed, and owners that do not know that they are none any more. */
import { setTimeout as wait } from 'node:timers/promises';
import { jetstream } from '@nats-io/jetstream';
import { connect, headers } from '@nats-io/transport-node';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { WireInstrument } from '#ports/cluster/wire.ts';
import { FencedOff } from '#ports/ownership/fence.ts';
import { NatsRig } from '#testing/nats/nats-rig.ts';
import { hasNats, type NatsServer, startNatsServer } from '#testing/nats/nats-server.ts';
import { followAll, publishUntilStored, wireUpdate } from '#testing/nats/wire-update.ts';

describe.skipIf(!hasNats())('the wire', () => {
  let server: NatsServer;
  let rig: NatsRig;
  let instrumentId = 100;

  beforeAll(async () => {
    server = await startNatsServer();
  });
  afterAll(() => server.stop());
  beforeEach(() => {
    rig = new NatsRig(server.url);
    instrumentId += 1;
  });
  afterEach(() => rig.close());

  const numbered = (sequence: number, revision = 1) =>
    wireUpdate({ instrumentId, sequence, fence: { epoch: 1, revision } });

  test('an update arrives as it was published, with the time at which it was stored', async () => {
    const { wire } = await rig.open();
    const update = wireUpdate({
      instrumentId,
      sequence: 4,
      sequences: [2, 4],
      isKeyframe: true,
      traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
      fence: { epoch: 1_764_000_000_000, revision: 12 },
      frame: Uint8Array.from({ length: 3000 }, (_, at) => at & 0xff),
    });
    const beforeMs = Date.now();
    await wire.publish(update);
    const received: unknown[] = [];
    let storedMs = 0;
    await wire.follow(beforeMs - 1000, {
      onUpdate(arrived, atMs) {
        if (arrived.instrumentId === instrumentId) received.push({ ...arrived, frame: [...arrived.frame] });
        storedMs = atMs;
      },
      onCaughtUp: () => undefined,
    });
    await expect.poll(() => received).toEqual([{ ...update, frame: [...update.frame] }]);
    expect(Math.abs(storedMs - beforeMs)).toBeLessThan(60_000);
  });

  test('whoever follows learns once when it has caught up, with nothing stored too', async () => {
    const { wire } = await rig.open();
    const empty = await followAll(wire, Date.now() + 60_000);
    await expect.poll(() => empty.caughtUpAt).toEqual([0]);
    for (const sequence of [1, 2, 3]) await wire.publish(numbered(sequence));
    const full = await followAll(wire);
    await expect.poll(() => full.caughtUpAt).toHaveLength(1);
    expect(full.caughtUpAt).toEqual([full.updates.length]);
    await wire.publish(numbered(4));
    await expect.poll(() => full.ids().at(-1)).toBe(numbered(4).id);
    expect(full.caughtUpAt).toHaveLength(1);
  });

  test('what is recent of an instrument ends with its last update, and has nothing of others', async () => {
    const { wire } = await rig.open();
    expect(await wire.recent(instrumentId, 1_000)).toEqual([]);
    await wire.publish(numbered(1));
    await wait(400);
    for (const sequence of [2, 3]) await wire.publish(numbered(sequence));
    await wire.publish(wireUpdate({ instrumentId: 99, sequence: 1 }));
    const ids = async (spanMs: number) => (await wire.recent(instrumentId, spanMs)).map(({ id }) => id);
    expect(await ids(200)).toEqual([2, 3].map((sequence) => numbered(sequence).id));
    expect(await ids(5_000)).toEqual([1, 2, 3].map((sequence) => numbered(sequence).id));
  });

  test('an update that is published again is stored once, also after others', async () => {
    const { wire } = await rig.open();
    const followed = await followAll(wire, Date.now());
    for (const sequence of [1, 1, 2, 1, 3, 3]) await wire.publish(numbered(sequence));
    await expect.poll(() => followed.ids().at(-1)).toBe(numbered(3).id);
    expect(followed.ids()).toEqual([1, 2, 3].map((sequence) => numbered(sequence).id));
  });

  test('an owner is refused as soon as a later one has published, and the later one is not', async () => {
    const [before, after] = [await rig.open(), await rig.open()];
    await before.wire.publish(numbered(1, 5));
    await after.wire.publish(numbered(1, 8));
    await expect(before.wire.publish(numbered(2, 5))).rejects.toThrow(FencedOff);
    await expect(before.wire.publish(numbered(3, 5))).rejects.toThrow(/a later owner than 1\.5/);
    await after.wire.publish(numbered(2, 8));
    // It acquired the instrument again
    await before.wire.publish(numbered(1, 9));
    await expect(after.wire.publish(numbered(3, 8))).rejects.toThrow(FencedOff);
  });

  test('an earlier owner that publishes for the first time is refused too', async () => {
    const [before, after] = [await rig.open(), await rig.open()];
    await after.wire.publish(numbered(1, 8));
    await expect(before.wire.publish(numbered(1, 5))).rejects.toThrow(FencedOff);
  });

  test('an owner continues behind an update of the owner before that arrived at the last moment', async () => {
    const [before, after] = [await rig.open(), await rig.open()];
    const followed = await followAll(after.wire, Date.now());
    await before.wire.publish(numbered(1, 5));
    await after.wire.publish(numbered(1, 8));
    // As if it had been on its way when the later owner read the last sequence
    const connection = await connect({ servers: server.url });
    const fields = headers();
    fields.set('Undertow-Id', 'late');
    fields.set('Undertow-Fence', '1.5');
    fields.set('Undertow-Sequences', '2-2');
    await jetstream(connection).publish(`undertow.updates.${instrumentId}`, Uint8Array.of(1, 1), {
      headers: fields,
    });
    await connection.close();
    await after.wire.publish(numbered(2, 8));
    await expect.poll(() => followed.ids().at(-1)).toBe(numbered(2, 8).id);
    // Readers leave it out
    expect(followed.ids()).not.toContain('late');
  });

  test('updates of an unknown format are skipped, and reported once', async () => {
    const { wire, log } = await rig.open();
    const followed = await followAll(wire, Date.now());
    const connection = await connect({ servers: server.url });
    for (const format of [9, 9]) {
      await jetstream(connection).publish(`undertow.updates.${instrumentId}`, Uint8Array.of(format, 1, 2));
    }
    await connection.close();
    const other = wireUpdate({ instrumentId: instrumentId + 1000, sequence: 1 });
    await wire.publish(other);
    await expect.poll(() => followed.ids()).toEqual([other.id]);
    expect(log.messages.filter((message) => message.includes('cannot be read'))).toHaveLength(1);
  });

  test('nothing is lost, doubled or reordered while the server is killed and starts again', async () => {
    const [owner, reader] = [await rig.open(), await rig.open()];
    const followed = await followAll(reader.wire, Date.now());
    const ids = Array.from({ length: 240 }, (_, at) => numbered(at + 1).id);
    const publishing = (async () => {
      for (let sequence = 1; sequence <= ids.length; sequence += 1) {
        await publishUntilStored(owner.wire, numbered(sequence));
        await wait(5);
      }
    })();
    for (const seen of [40, 120]) {
      await expect.poll(() => followed.updates.length).toBeGreaterThan(seen);
      await server.end('SIGKILL');
      await wait(100);
      await server.start();
    }
    await publishing;
    await expect.poll(() => followed.updates.length).toBeGreaterThanOrEqual(ids.length);
    expect(followed.ids()).toEqual(ids);
    const fromStart = await followAll(reader.wire, Date.now() - 60_000);
    await expect.poll(() => fromStart.caughtUpAt).toHaveLength(1);
    expect(fromStart.ids().filter((id) => id.startsWith(`${instrumentId}-`))).toEqual(ids);
    expect(reader.log.messages).toContain('reconnected to NATS');
  });

  test('what is served is known at once, and later changes too, across a restart of the server', async () => {
    const { wire } = await rig.open();
    const described = (run: string): WireInstrument => ({
      instrumentId,
      source: 'simulated',
      tier: 'L3',
      run,
      contract: 'ESZ6',
      expiry: null,
    });
    await wire.describe(described('a'));
    await wire.describe(described('b'));
    const runs: string[] = [];
    const stop = await wire.followInstruments((instrument) => {
      if (instrument.instrumentId === instrumentId) runs.push(instrument.run);
    });
    expect(runs).toEqual(['b']);
    await server.end('SIGKILL');
    await server.start();
    await expect
      .poll(() =>
        wire.describe(described('c')).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    await expect.poll(() => runs.at(-1)).toBe('c');
    expect(runs).toEqual(['b', 'c']);
    stop();
  });
});
