/** What changes at one web process reaches the sockets of the other one: sessions, plans, switches, devices. */
import { setTimeout as wait } from 'node:timers/promises';
import {
  CLOSE_SESSION_ENDED,
  DEVICE_LIMIT_REASON,
  SESSION_ENDED_REASON,
  TIER_RULES,
} from '@undertow/contracts';
import { expect, test } from 'vitest';
import { traderOf } from '#tests/cluster/cluster-person.ts';
import type { ClusterWorld } from '#tests/cluster/cluster-world.ts';
import { bookMs, until } from '#tests/cluster/watched-market.ts';

/** Promised: a second at each step. A test's own machine may be busy meanwhile. */
const WITHIN_MS = 1_000;
const FEED = '/api/admin/controls/feed/databento-stand-in';
const DELAY_SECONDS = 900;
const MINUTE_MS = 60_000;
const ANNOUNCED_MS = 1_000;
const PER_MINUTE = TIER_RULES.elite.apiRequestsPerMinute;

const took = new Map<string, number>();
const measure = (what: string, fromMs: number, atMs: number): number => {
  took.set(what, atMs - fromMs);
  return atMs - fromMs;
};

export function accountFacts(worldOf: () => ClusterWorld): void {
  test('a device that is signed out at one process loses its socket at the other at once', async () => {
    const { cluster } = worldOf();
    const [here, there] = cluster.webs;
    const one = await traderOf(cluster, 'revoked@example.com', 'pro');
    const other = await one.again();
    const watch = await other.watch(there);
    await until('a live book', () => bookMs(watch) > 0);
    const { body } = await one.get(here, '/api/account/sessions');
    const device = (body as { devices: { id: string; current: boolean }[] }).devices.find(
      ({ current }) => !current,
    );
    const fromMs = Date.now();
    const response = await one.send(here, 'DELETE', `/api/account/sessions/${device?.id}`);
    expect(response.status).toBe(200);
    const { code, reason, atMs } = await watch.closed;
    expect([code, reason]).toEqual([CLOSE_SESSION_ENDED, SESSION_ENDED_REASON]);
    expect(measure('a session', fromMs, atMs)).toBeLessThan(WITHIN_MS);
    expect((await other.get(there, '/api/user/instruments')).status).toBe(401);
  });

  test('a plan that is changed at one process changes the market of the socket at the other', async () => {
    const { cluster, admin } = worldOf();
    const [here, there] = cluster.webs;
    const person = await traderOf(cluster, 'changed@example.com', 'pro');
    const watch = await person.watch(there);
    await until('a live book', () => bookMs(watch) > 0);
    const { id } = (await person.get(here, '/api/auth/user')).body as { id: string };
    const fromMs = Date.now();
    const step = { userId: id, newTier: 'basic', instrumentsLimit: 1 };
    const response = await admin.send(here, 'POST', '/api/admin/demote-subscription', step);
    expect([response.status, await response.text()]).toEqual([200, expect.anything()]);
    const delayed = await until('a delayed market', () =>
      watch.of('market_data', fromMs).find(({ message }) => message.delaySeconds === DELAY_SECONDS),
    );
    expect(measure('a plan', fromMs, delayed.atMs)).toBeLessThan(WITHIN_MS);
    const live = watch.of('order_book', delayed.atMs + 1).filter(({ message }) => message.delaySeconds === 0);
    expect(live).toEqual([]);
    watch.socket.close();
  });

  test('a feed that an administrator switches off at one process is halted at the sockets of the other', async () => {
    const { cluster, admin, pro, heldBack } = worldOf();
    const [here, there] = cluster.webs;
    const watch = await pro.watch(there);
    await until('a live book', () => bookMs(watch) > 0);
    const turn = async (off: boolean): Promise<void> => {
      const response = await admin.send(here, 'PUT', FEED, { off, reason: 'as the test says' });
      expect([response.status, await response.text()]).toEqual([200, expect.anything()]);
    };
    const stateIs = (state: string, sinceMs: number) =>
      until(state, () =>
        watch.of('feed_status', sinceMs).find(({ message }) => message.data.state === state),
      );
    const fromMs = Date.now();
    await turn(true);
    try {
      const { atMs } = await stateIs('halted', fromMs);
      expect(measure('a switch', fromMs, atMs)).toBeLessThan(2 * WITHIN_MS);
    } finally {
      await turn(false);
    }
    await stateIs('live', Date.now());
    for (const ms of [fromMs, Date.now()]) heldBack.add(Math.floor(ms / MINUTE_MS) * MINUTE_MS);
    watch.socket.close();
  });

  test('the devices of a plan are counted over all processes: the oldest one loses its socket', async () => {
    const { cluster } = worldOf();
    const [here, there] = cluster.webs;
    const first = await traderOf(cluster, 'devices@example.com', 'basic');
    const second = await first.again();
    const old = await first.watch(here);
    await until('a delayed market', () => old.of('market_data').length > 0);
    const fromMs = Date.now();
    const newest = await second.watch(there);
    const { code, reason, atMs } = await old.closed;
    expect([code, reason]).toEqual([CLOSE_SESSION_ENDED, DEVICE_LIMIT_REASON]);
    expect(measure('a device', fromMs, atMs)).toBeLessThan(2 * WITHIN_MS);
    await until('a delayed market', () => newest.of('market_data').length > 0);
    newest.socket.close();
    const texts = [...took].map(([what, ms]) => `${what} in ${ms} ms`);
    process.stdout.write(`  reached the other process: ${texts.join(', ')}\n`);
  });

  test('requests with a key count at every process: the limit is the user’s', async () => {
    const { cluster } = worldOf();
    const [here, there] = cluster.webs;
    const person = await traderOf(cluster, 'program@example.com', 'elite');
    const key = { name: 'Program', scopes: ['market:read'], addresses: [] };
    const created = await person.send(here, 'POST', '/api/account/api-keys', key);
    const { secret } = (await created.json()) as { secret: string };
    const answered = async (web: string, most: number): Promise<number> => {
      for (let count = 0; count < most; count += 1) {
        const response = await fetch(`${web}/api/v1/instruments`, {
          headers: { authorization: `Bearer ${secret}` },
        });
        await response.text();
        if (response.status === 429) return count;
        expect(response.status).toBe(200);
      }
      return most;
    };
    const first = await answered(here, Math.floor(PER_MINUTE / 2));
    // Processes announce what they counted once a second
    await wait(2 * ANNOUNCED_MS);
    const second = await answered(there, PER_MINUTE);
    process.stdout.write(
      `  of ${PER_MINUTE} requests with a key ${first} were answered here and ${second} there\n`,
    );
    expect(first + second).toBe(PER_MINUTE);
  });
}
