/** The device that connected last receives live data, whichever process its sockets are at; the others are closed everywhere. */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createInProcessBus } from '#adapters/bus/in-process-bus.ts';
import { createChangeLog } from '#adapters/storage/cluster/change-log.ts';
import { followChanges } from '#adapters/storage/cluster/follow-changes.ts';
import { createLiveDevices } from '#adapters/storage/cluster/live-devices.ts';
import type { Orm } from '#adapters/storage/database/orm.ts';
import { createStores } from '#adapters/storage/stores.ts';
import type { Entitlement } from '#ports/entitlements.ts';
import { hasPostgres } from '#testing/database/databases.ts';
import { openTwoProcesses, type TwoProcesses } from '#testing/database/two-processes.ts';
import { ConnectionRegistry } from './connection-registry.ts';
import { DeviceLimit } from './device-limit.ts';
import type { SocketClient } from './socket-client.ts';

const given = process.env['DATABASE_URL_TEST'];
const NOW = Date.UTC(2026, 10, 20, 16);
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

interface Page {
  readonly name: string;
  readonly client: SocketClient;
}

describe.runIf(hasPostgres(given))('devices at two processes', () => {
  let processes: TwoProcesses;
  const ends: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    processes = await openTwoProcesses(given);
  }, 120_000);
  afterEach(async () => {
    for (const end of ends.splice(0)) await end();
  });
  afterAll(() => processes?.close());

  /** A process: its registry, its limit, and what it learns of the other one. */
  async function openProcess(orm: Orm, closed: string[], liveDevices: number) {
    const bus = createInProcessBus(() => undefined);
    const clients = new ConnectionRegistry();
    const devices = createLiveDevices({ orm, processId: randomUUID(), logger: silent });
    const limit = new DeviceLimit({
      ...{ clients, devices, audit: () => undefined, log: silent, refuseForNow: () => undefined },
      entitlementOf: async ({ user }) => ({ userId: user.userId, rules: { liveDevices } }) as Entitlement,
    });
    bus.subscribe('devicesChanged', ({ userId }) => {
      const [first] = clients.ofUser(userId);
      if (first !== undefined) limit.apply(first);
    });
    const followed = followChanges({
      ...{ log: createChangeLog(orm), everyMs: 50, logger: silent },
      onHint: ({ topic, message }) => bus.publish(topic, message as never),
    });
    await followed.ready();
    const end = async (): Promise<void> => {
      await followed.close();
      await devices.close();
    };
    ends.push(end);
    return {
      connect(userId: string, sessionId: string, name: string): Page {
        const client = {
          user: { userId, sessionId },
          endSession: () => {
            closed.push(name);
            limit.onClose(client);
          },
        } as unknown as SocketClient;
        clients.add(client);
        limit.onConnect(client);
        return { name, client };
      },
      /** Resolves when every process can count the device. */
      counted: (userId: string, sessionId: string) =>
        expect.poll(() => devices.newestFirst(userId), { timeout: 5_000 }).toContain(sessionId),
      leave({ client }: Page): void {
        clients.remove(client);
        limit.onClose(client);
      },
    };
  }

  async function open(liveDevices: number) {
    const closed: string[] = [];
    const first = await openProcess(processes.first.orm, closed, liveDevices);
    const second = await openProcess(processes.second.orm, closed, liveDevices);
    const stores = createStores(processes.first.orm);
    const { id: userId } = await stores.users.ensure('https://id.example', randomUUID(), NOW);
    const signIn = async (): Promise<string> => {
      const idHash = randomUUID();
      const row = { idHash, publicId: randomUUID(), userId, createdAtMs: NOW, lastSeenAtMs: NOW };
      await stores.sessionStore.insert({ ...row, device: 'test', authAtMs: NOW });
      return idHash;
    };
    return { closed, first, second, userId, signIn };
  }

  const within = (closed: readonly string[]) => expect.poll(() => closed, { timeout: 5_000 });

  test('of one device at a time the last one stays, from process to process and back', async () => {
    const { closed, first, second, userId, signIn } = await open(1);
    const [laptop, phone] = [await signIn(), await signIn()];
    first.connect(userId, laptop, 'laptop');
    await first.counted(userId, laptop);
    second.connect(userId, phone, 'phone');
    await within(closed).toEqual(['laptop']);
    first.connect(userId, laptop, 'laptop again');
    await within(closed).toEqual(['laptop', 'phone']);
  });

  test('pages of one browser at two processes are one device', async () => {
    const { closed, first, second, userId, signIn } = await open(1);
    const [laptop, phone] = [await signIn(), await signIn()];
    const page = first.connect(userId, laptop, 'page');
    second.connect(userId, laptop, 'other page');
    first.leave(page);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(closed).toEqual([]);
    first.connect(userId, phone, 'phone');
    await within(closed).toEqual(['other page']);
  });

  test('of devices that all connect at once, as many stay as are allowed', async () => {
    const { closed, first, second, userId, signIn } = await open(2);
    const sessions = await Promise.all(Array.from({ length: 6 }, signIn));
    for (const [n, id] of sessions.entries())
      (n % 2 === 0 ? first : second).connect(userId, id, `device ${n}`);
    await expect.poll(() => closed.length, { timeout: 5_000 }).toBe(4);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(closed).toHaveLength(4);
  });
});

test('devices that cannot be counted are counted later, and their sockets stay open meanwhile', async () => {
  vi.useFakeTimers();
  try {
    const clients = new ConnectionRegistry();
    const refused: unknown[] = [];
    const closed: string[] = [];
    let isAway = true;
    const unlessAway = async <T>(result: T): Promise<T> => {
      if (isAway) throw new Error('the database is away');
      return result;
    };
    const limit = new DeviceLimit({
      ...{ clients, audit: () => undefined, log: silent },
      devices: {
        ...{ connected: () => unlessAway(undefined), gone: async () => undefined },
        newestFirst: () => unlessAway(['phone', 'laptop']),
        ...{ onReturn: () => undefined, close: async () => undefined },
      },
      refuseForNow: (_, error) => void refused.push(error),
      entitlementOf: async () => ({ userId: 'user', rules: { liveDevices: 1 } }) as Entitlement,
    });
    for (const sessionId of ['laptop', 'phone']) {
      const endSession = (): void => void closed.push(sessionId);
      const client = { user: { userId: 'user', sessionId }, endSession } as unknown as SocketClient;
      clients.add(client);
      limit.onConnect(client);
    }
    await vi.advanceTimersByTimeAsync(60_000);
    expect([refused, closed]).toEqual([[], []]);
    isAway = false;
    await vi.advanceTimersByTimeAsync(5_000);
    expect([refused, closed]).toEqual([[], ['laptop']]);
  } finally {
    vi.useRealTimers();
  }
});
