/** A lease of this process: renewed while it can be, and lost as soon as that is in doubt. */
import type { Lease } from '#ports/cluster/leases.ts';
import type { Log } from '#ports/log.ts';
import type { Fence } from '#ports/ownership/fence.ts';
import type { LeaseStore } from './lease-store.ts';
import { OWNER_LASTS_MS, RENEW_EVERY_MS } from './lease-times.ts';

/** After a renewal without an answer. */
const RETRY_MS = 200;

interface Acquired {
  readonly fence: Fence;
  readonly token: string;
  /** Before the request that acquired it. */
  readonly startedMs: number;
}

export class HeldLease implements Lease {
  readonly fence: Fence;
  readonly #store: LeaseStore;
  readonly #log: Log;
  readonly #monotonicMs: () => number;
  readonly #token: string;
  readonly #lost = new AbortController();
  #revision: number;
  /** Start of the last renewal that succeeded. */
  #renewedMs: number;
  /** The outcome of a renewal is unknown: the next one may be refused because of it. */
  #isInDoubt = false;
  #timer: NodeJS.Timeout | undefined;
  #deadline: NodeJS.Timeout | undefined;
  #renewal: Promise<void> = Promise.resolve();

  constructor(store: LeaseStore, acquired: Acquired, log: Log, monotonicMs: () => number) {
    this.#store = store;
    this.#log = log;
    this.#monotonicMs = monotonicMs;
    this.fence = acquired.fence;
    this.#token = acquired.token;
    this.#revision = acquired.fence.revision;
    this.#renewedMs = acquired.startedMs;
    this.#renewAfter(RENEW_EVERY_MS);
    this.#watchDeadline();
  }

  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  isHeld(): boolean {
    if (this.#lost.signal.aborted) return false;
    if (this.#monotonicMs() - this.#renewedMs < OWNER_LASTS_MS) return true;
    this.#lose('it could not be renewed in time');
    return false;
  }

  async release(): Promise<void> {
    const wasHeld = this.isHeld();
    this.#end();
    // A renewal on its way changes the revision
    await this.#renewal;
    if (wasHeld) await this.#remove();
  }

  #end(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#deadline);
    this.#lost.abort();
  }

  #lose(reason: string): void {
    if (this.#lost.signal.aborted) return;
    this.#log.warn({ lease: this.fence.name, reason }, 'a lease was lost');
    this.#end();
    // Others need not wait for its end where nobody has it
    this.#renewal.then(() => this.#remove()).catch(() => undefined);
  }

  async #remove(): Promise<void> {
    try {
      await this.#store.remove(this.fence.name, this.#revision);
    } catch (error) {
      this.#log.warn({ err: error, lease: this.fence.name }, 'a lease could not be given back: it runs out');
    }
  }

  #watchDeadline(): void {
    const leftMs = this.#renewedMs + OWNER_LASTS_MS - this.#monotonicMs();
    this.#deadline = setTimeout(
      () => {
        if (this.isHeld()) this.#watchDeadline();
      },
      Math.max(1, leftMs),
    );
  }

  #renewAfter(waitMs: number): void {
    this.#timer = setTimeout(() => {
      this.#renewal = this.#renew();
    }, waitMs);
  }

  async #renew(): Promise<void> {
    if (!this.isHeld()) return;
    const startedMs = this.#monotonicMs();
    try {
      const revision = await this.#store.replace(this.fence.name, this.#token, this.#revision);
      if (revision === null) await this.#onRefused();
      else this.#onRenewed(revision, startedMs);
    } catch {
      this.#isInDoubt = true;
      if (this.isHeld()) this.#renewAfter(RETRY_MS);
    }
  }

  #onRenewed(revision: number, startedMs: number): void {
    this.#revision = revision;
    this.#isInDoubt = false;
    // What was lost meanwhile stays lost, whatever the answer
    if (!this.isHeld()) return;
    this.#renewedMs = startedMs;
    this.#renewAfter(RENEW_EVERY_MS);
  }

  /** The store has another revision: somebody else's, or that of an own renewal whose answer never came. */
  async #onRefused(): Promise<void> {
    const stored = this.#isInDoubt ? await this.#store.read(this.fence.name) : null;
    if (stored === null || stored.token !== this.#token) {
      this.#lose('another process has it');
      return;
    }
    this.#revision = stored.revision;
    if (this.isHeld()) this.#renewAfter(1);
  }
}
