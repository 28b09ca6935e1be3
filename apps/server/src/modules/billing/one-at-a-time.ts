/** One change of a user's subscription at a time: in this process by a queue, between processes by a lease. */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { KeyedQueue } from '#concurrency/keyed-queue.ts';
import { AppError } from '#failures/app-error.ts';
import type { BillingLeases } from '#ports/billing-sync.ts';
import type { Clock } from '#ports/clock.ts';

/** Longer than every call of one change together may take: a killed process does not block a user forever. */
const LEASE_MS = 120_000;
/** Requests that wait longer are refused and may be retried. */
const MAX_WAIT_MS = 10_000;
const POLL_MS = 100;

export interface OneAtATime {
  /** Runs `work` alone for this user. Throws `BILLING_BUSY` when it was not its turn in time. */
  run<T>(userId: string, work: () => Promise<T>): Promise<T>;
}

interface Parts {
  readonly billingLeases: BillingLeases;
  readonly clock: Clock;
  /** Milliseconds; for tests. */
  readonly maxWaitMs?: number;
}

export function createOneAtATime({ billingLeases, clock, maxWaitMs = MAX_WAIT_MS }: Parts): OneAtATime {
  const queue = new KeyedQueue();

  async function takeLease(userId: string, holder: string, deadline: number): Promise<void> {
    while (true) {
      const nowMs = clock.nowMs();
      if (await billingLeases.take(userId, holder, nowMs, nowMs + LEASE_MS)) return;
      if (performance.now() >= deadline) throw new AppError('BILLING_BUSY');
      await wait(POLL_MS);
    }
  }

  async function withLease<T>(userId: string, deadline: number, work: () => Promise<T>): Promise<T> {
    // It waited behind others of its own process: the user has long given up
    if (performance.now() >= deadline) throw new AppError('BILLING_BUSY');
    const holder = randomUUID();
    await takeLease(userId, holder, deadline);
    try {
      return await work();
    } finally {
      await billingLeases.release(userId, holder);
    }
  }

  return {
    run(userId, work) {
      const deadline = performance.now() + maxWaitMs;
      return queue.run(userId, () => withLease(userId, deadline, work));
    },
  };
}
