/** Hints between processes over a real nats-server. */
import { connect } from '@nats-io/transport-node';
import type { AlertDto } from '@undertow/contracts';
import { expect, test } from 'vitest';
import type { Hint } from '#ports/cluster/changes.ts';
import { NatsRig } from '#testing/nats/nats-rig.ts';
import { hasNats, startNatsServer } from '#testing/nats/nats-server.ts';

const ALERT: AlertDto = {
  id: 'a1',
  instrumentId: 3,
  eventId: null,
  ruleId: null,
  rules: [{ id: 'r1', name: 'Large stops' }],
  alertType: 'event',
  eventType: null,
  eventSize: null,
  market: 'platform',
  source: null,
  title: 'ES',
  message: 'A stop run',
  isRead: false,
  isQuiet: false,
  isTest: false,
  marketAt: '2026-01-05T14:30:00.000Z',
  createdAt: '2026-01-05T14:30:01.000Z',
};

const HINTS: readonly Hint[] = [
  { topic: 'alert', message: { userId: 'u1', alert: ALERT } },
  { topic: 'userChanged', message: { userId: 'u1' } },
  { topic: 'controlsChanged', message: {} },
  { topic: 'sessionEnded', message: { sessionIds: ['s1', 's2'] } },
];

test.skipIf(!hasNats())(
  'other processes receive a hint as it is; what cannot be read is dropped with one warning',
  async () => {
    const server = await startNatsServer();
    const rig = new NatsRig(server.url);
    const [sender, receiver] = [await rig.open(), await rig.open()];
    const own: Hint[] = [];
    const received: Hint[] = [];
    sender.hints.subscribe((hint) => own.push(hint));
    receiver.hints.subscribe(() => {
      throw new Error('one listener that fails harms no other');
    });
    receiver.hints.subscribe((hint) => received.push(hint));
    const connection = await connect({ servers: server.url });
    connection.publish('undertow.hints.userChanged', 'no JSON');
    connection.publish('undertow.hints.userChanged', '{"from":"x","message":{"userId":7}}');
    connection.publish('undertow.hints.unknown', '{"from":"x","message":{}}');
    await connection.drain();
    for (const hint of HINTS) sender.hints.publish(hint);
    await expect.poll(() => received.length).toBe(HINTS.length);
    expect(received).toEqual(HINTS);
    expect(own).toEqual([]);
    const warnings = receiver.log.messages.filter(
      (message) => message === 'hints that cannot be read are dropped',
    );
    expect(warnings).toHaveLength(1);
    await rig.close();
    await server.stop();
  },
);
