/** Ownership over a real nats-server: one owner at a time, whatever is killed or suspended. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Lease, Leases, Member } from '#ports/cluster/leases.ts';
import { NatsRig } from '#testing/nats/nats-rig.ts';
import { hasNats, type NatsServer, startNatsServer } from '#testing/nats/nats-server.ts';
import { wireUpdate } from '#testing/nats/wire-update.ts';
import { compareFences } from './fence-order.ts';
import { OTHERS_WAIT_MS, OWNER_LASTS_MS } from './lease-times.ts';

const CHILD = fileURLToPath(new URL('../../../testing/nats/hold-lease.ts', import.meta.url));

async function acquired(leases: Leases, name: string): Promise<Lease> {
  const lease = await leases.acquire(name);
  if (lease === null) throw new Error(`expected ${name} to be free`);
  return lease;
}

/** Acquires a lease as soon as it is reported to be free, once. */
async function whenFreed(leases: Leases, name: string): Promise<Lease> {
  const { promise, resolve, reject } = Promise.withResolvers<Lease>();
  const unsubscribe = leases.onFreed((freed) => {
    if (freed === name) leases.acquire(name).then((lease) => lease !== null && resolve(lease), reject);
  });
  try {
    return await promise;
  } finally {
    unsubscribe();
  }
}

describe.skipIf(!hasNats())('leases', () => {
  let server: NatsServer;
  let rig: NatsRig;
  let name = '';
  let count = 0;

  beforeAll(async () => {
    server = await startNatsServer();
  });
  afterAll(() => server.stop());
  beforeEach(() => {
    rig = new NatsRig(server.url);
    count += 1;
    name = `instrument.${count}`;
  });
  afterEach(() => rig.close());

  test('a name has one owner, also where many acquire it at the same moment', async () => {
    const all = await Promise.all(Array.from({ length: 4 }, () => rig.open()));
    const leases = await Promise.all(all.map((process) => process.leases.acquire(name)));
    expect(leases.filter((lease) => lease !== null)).toHaveLength(1);
    await expect(all[0]!.leases.acquire('not a name')).rejects.toThrow(/expected a name of letters/);
  });

  test('a lease that is released is acquired by another process at once, under a higher fence', async () => {
    const [first, second] = [await rig.open(), await rig.open()];
    const lease = await acquired(first.leases, name);
    expect(await second.leases.acquire(name)).toBeNull();
    const next = whenFreed(second.leases, name);
    const releasedMs = performance.now();
    await lease.release();
    expect([lease.isHeld(), lease.lost.aborted]).toEqual([false, true]);
    const later = await next;
    // Sooner than its end would have come
    expect(performance.now() - releasedMs).toBeLessThan(OWNER_LASTS_MS);
    expect(compareFences(later.fence, lease.fence)).toBeGreaterThan(0);
    expect(later.fence.epoch).toBe(lease.fence.epoch);
    await later.release();
    expect((await acquired(first.leases, name)).fence.revision).toBeGreaterThan(later.fence.revision);
  });

  test('a lease is renewed for longer than it lasts without', async () => {
    const { leases } = await rig.open();
    const lease = await acquired(leases, name);
    await wait(OWNER_LASTS_MS + 300);
    expect(lease.isHeld()).toBe(true);
  });

  test('a process that was suspended for too long knows it in the same turn, and nothing brings the lease back', async () => {
    let suspendedMs = 0;
    const { leases } = await rig.open({ monotonicMs: () => performance.now() + suspendedMs });
    const lease = await acquired(leases, name);
    suspendedMs = OWNER_LASTS_MS - 500;
    expect(lease.isHeld()).toBe(true);
    suspendedMs = OWNER_LASTS_MS;
    expect([lease.isHeld(), lease.lost.aborted]).toEqual([false, true]);
    suspendedMs = 0;
    expect(lease.isHeld()).toBe(false);
    // It need not wait for the end of a lease of its own
    await expect.poll(() => leases.acquire(name), { timeout: OTHERS_WAIT_MS / 2 }).not.toBeNull();
  });

  test('a lease that another process took over is lost with the next renewal', async () => {
    let aheadMs = 0;
    const [owner, other] = [
      await rig.open(),
      await rig.open({ monotonicMs: () => performance.now() + aheadMs }),
    ];
    const lease = await acquired(owner.leases, name);
    expect(await other.leases.acquire(name)).toBeNull();
    // Its clock is wrong, so that it does not wait: the fence still decides
    aheadMs = OTHERS_WAIT_MS;
    const later = await acquired(other.leases, name);
    await once(lease.lost, 'abort');
    expect(later.isHeld()).toBe(true);
    expect(compareFences(later.fence, lease.fence)).toBeGreaterThan(0);
  });

  /** False where the restart took too long to expect it. */
  async function survivesRestart(lease: Lease): Promise<boolean> {
    await wait(900);
    const killedMs = performance.now();
    await server.end('SIGKILL');
    await wait(500);
    await server.start();
    const awayMs = performance.now() - killedMs;
    await wait(1600);
    const isHeld = lease.isHeld();
    if (awayMs > 1000 || performance.now() - killedMs > OWNER_LASTS_MS) return false;
    expect(isHeld).toBe(true);
    return true;
  }

  test('a lease survives a restart of NATS, and is lost when NATS stays away', async () => {
    const { leases } = await rig.open();
    let lease = await acquired(leases, name);
    let survived = await survivesRestart(lease);
    // On a busy machine NATS may be away for longer than a lease lasts
    for (let attempts = 10; !survived && attempts > 0; attempts -= 1) {
      await lease.release();
      lease = await acquired(leases, name);
      survived = await survivesRestart(lease);
    }
    expect(survived).toBe(true);
    expect(lease.isHeld()).toBe(true);
    await server.end('SIGKILL');
    await once(lease.lost, 'abort');
    expect(lease.isHeld()).toBe(false);
    await expect(leases.acquire(name)).rejects.toThrow();
    await server.start();
    await expect.poll(() => leases.acquire(name).catch(() => null)).not.toBeNull();
  });

  test('a process that is stopped loses its lease to another one, and is refused when it continues', async () => {
    const { leases, wire } = await rig.open();
    const instrumentId = 1;
    const child = spawn(process.execPath, [CHILD, server.url, name, `${instrumentId}`], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const held = await lines.next();
    expect(held.value).toMatch(/^held \d+$/);
    const next = whenFreed(leases, name);
    child.kill('SIGSTOP');
    const lease = await next;
    expect(lease.fence.revision).toBeGreaterThan(Number(String(held.value).slice(5)));
    await wire.publish(wireUpdate({ instrumentId, sequence: 1, fence: lease.fence }));
    child.kill('SIGCONT');
    expect((await lines.next()).value).toBe('continued lost aborted');
    expect((await lines.next()).value).toBe('refused FencedOff');
    await once(child, 'exit');
  });

  test('members are known while they repeat what they are', async () => {
    let aheadMs = 0;
    const [one, two] = [await rig.open(), await rig.open({ monotonicMs: () => performance.now() + aheadMs })];
    const member = (id: string): Member => ({
      id,
      roles: ['market'],
      pid: 1,
      version: '0.2.0',
      url: 'http://127.0.0.1:1',
      startedMs: 5,
      leases: [name],
      standby: [`${name}.next`],
      costs: { [name]: 12.5 },
      heavyUse: { 'user jane': 400 },
      cpuShare: 0.1,
      residentBytes: 1,
      sockets: 0,
      lagMs: null,
    });
    expect(await two.leases.members()).toEqual([]);
    await one.leases.announce(member('a'));
    await one.leases.announce({ ...member('b'), lagMs: 20 });
    await expect.poll(() => two.leases.members()).toEqual([member('a'), { ...member('b'), lagMs: 20 }]);
    aheadMs = 4000;
    await one.leases.announce({ ...member('b'), lagMs: 30 });
    await expect.poll(async () => (await two.leases.members()).at(-1)?.lagMs).toBe(30);
    aheadMs = 8000;
    expect(await two.leases.members()).toEqual([{ ...member('b'), lagMs: 30 }]);
  });
});
