/** Starting with NATS, whatever state it is in. */
import { jetstreamManager } from '@nats-io/jetstream';
import { connect, nanos } from '@nats-io/transport-node';
import { describe, expect, test } from 'vitest';
import { NatsRig } from '#testing/nats/nats-rig.ts';
import { freePort, hasNats, startNatsServer } from '#testing/nats/nats-server.ts';
import { recordLog } from '#testing/nats/recorded-log.ts';
import { openNats } from './open-nats.ts';
import { UPDATES_STREAM } from './stream-settings.ts';

describe.skipIf(!hasNats())('opening NATS', () => {
  test('a process waits for NATS, reports what it waits for, and several make the streams at once', async () => {
    const port = await freePort();
    const rig = new NatsRig(`nats://127.0.0.1:${port}`);
    const log = recordLog();
    const opening = [rig.open({ log }), rig.open(), rig.open()];
    await expect.poll(() => log.messages).toEqual([`waiting for NATS at 127.0.0.1:${port}`]);
    const server = await startNatsServer({ port });
    const opened = await Promise.all(opening);
    expect(opened.map((process) => process.isConnected())).toEqual([true, true, true]);
    await server.end('SIGTERM');
    await expect.poll(() => opened.map((process) => process.isConnected())).toEqual([false, false, false]);
    await server.start();
    await expect.poll(() => opened.map((process) => process.isConnected())).toEqual([true, true, true]);
    expect(log.messages).toContain('reconnected to NATS');
    await rig.close();
    await server.stop();
  });

  test('the waiting ends with its signal', async () => {
    const signal = AbortSignal.timeout(150);
    const servers = `127.0.0.1:${await freePort()}`;
    const opening = openNats({ servers, name: 'test', replicas: 1, log: recordLog(), signal });
    await expect(opening).rejects.toThrow();
  });

  test('a stream that exists gets the settings of this release and keeps its messages', async () => {
    const server = await startNatsServer();
    const connection = await connect({ servers: server.url });
    const { streams } = await jetstreamManager(connection);
    await streams.add({ name: UPDATES_STREAM, subjects: ['undertow.updates.*'], max_age: nanos(3_600_000) });
    await connection.request('undertow.updates.7', 'kept');
    const rig = new NatsRig(server.url);
    await rig.open();
    const { config, state } = await streams.info(UPDATES_STREAM);
    expect([config.max_age, config.duplicate_window]).toEqual([nanos(40 * 60_000), nanos(120_000)]);
    expect(state.messages).toBe(1);
    await connection.close();
    await rig.close();
    await server.stop();
  });
});
