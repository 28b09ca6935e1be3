/** Which instruments a process runs: its share of them, and those that nobody runs. */
import { RepeatingTask } from '#concurrency/repeating-task.ts';
import type { Lease, Leases } from '#ports/cluster/leases.ts';
import type { Log } from '#ports/log.ts';

const EVERY_MS = 500;
/** Rounds that a process only looks: meanwhile those that start with it announce themselves, and nothing is given back at once. */
const LOOKS = 3;
/** A free instrument beyond the share is left to the others for as many rounds. */
const PATIENCE = 2;
/** One that was given back is left to whoever wants it for longer: a process that starts only looks at first. */
const PATIENCE_AFTER_GIVING = 10;

export interface InstrumentLeasesInput {
  readonly leases: Pick<Leases, 'acquire' | 'members' | 'onFreed'>;
  readonly instrumentIds: readonly number[];
  readonly log: Log;
  /** Runs the instrument. */
  start(instrumentId: number): void;
  /** Ends it; what it still has may be stored meanwhile. */
  end(instrumentId: number): Promise<void>;
}

const nameOf = (instrumentId: number): string => `instrument.${instrumentId}`;

export class InstrumentLeases {
  readonly #input: InstrumentLeasesInput;
  readonly #held = new Map<number, Lease>();
  /** Rounds in which an instrument was free and beyond the share. */
  readonly #free = new Map<number, number>();
  readonly #task: RepeatingTask;
  readonly #unsubscribe: () => void;
  #looks = 0;
  #failovers = 0;

  constructor(input: InstrumentLeasesInput) {
    this.#input = input;
    this.#task = new RepeatingTask(
      EVERY_MS,
      () => this.#round(),
      (error) => input.log.warn({ err: error }, 'leases of instruments not read'),
    );
    this.#unsubscribe = input.leases.onFreed((name) => {
      if (name.startsWith('instrument.')) void this.#task.run();
    });
  }

  /** The lease of an instrument, while this process may act for it. */
  leaseOf(instrumentId: number): Lease | undefined {
    const lease = this.#held.get(instrumentId);
    return lease?.isHeld() === true ? lease : undefined;
  }

  get names(): readonly string[] {
    return [...this.#held.keys()].map(nameOf);
  }

  /** Instruments that were taken over after their owner was lost. */
  get failovers(): number {
    return this.#failovers;
  }

  async #round(): Promise<void> {
    const { leases, instrumentIds } = this.#input;
    const owners = (await leases.members()).filter(({ roles }) => roles.includes('market'));
    // This process is not announced yet, or the others do not see it any more
    if (owners.length === 0) return;
    this.#looks += 1;
    if (this.#looks <= LOOKS) return;
    const share = Math.ceil(instrumentIds.length / owners.length);
    const isWanted = owners.some(
      ({ leases: names }) => ownedBy(names) < Math.floor(instrumentIds.length / owners.length),
    );
    if (this.#held.size > share && isWanted) await this.#giveBack();
    for (const id of instrumentIds) if (!this.#held.has(id)) await this.#acquire(id, share);
  }

  /** One instrument a round, so that the others are undisturbed. */
  async #giveBack(): Promise<void> {
    const last = [...this.#held].at(-1);
    if (last === undefined) return;
    const [instrumentId, lease] = last;
    this.#held.delete(instrumentId);
    this.#free.set(instrumentId, PATIENCE - PATIENCE_AFTER_GIVING);
    this.#input.log.info({ instrumentId }, 'instrument given to another process');
    try {
      await this.#input.end(instrumentId);
    } finally {
      await lease.release();
    }
  }

  async #acquire(instrumentId: number, share: number): Promise<void> {
    const { leases, start, log } = this.#input;
    if (this.#held.size >= share) {
      const rounds = (this.#free.get(instrumentId) ?? 0) + 1;
      this.#free.set(instrumentId, rounds);
      if (rounds <= PATIENCE) return;
    }
    const lease = await leases.acquire(nameOf(instrumentId));
    this.#free.delete(instrumentId);
    if (lease === null) return;
    this.#held.set(instrumentId, lease);
    lease.lost.addEventListener('abort', () => this.#onLost(instrumentId, lease), { once: true });
    log.info({ instrumentId, fence: lease.fence }, 'instrument acquired');
    start(instrumentId);
  }

  #onLost(instrumentId: number, lease: Lease): void {
    if (this.#held.get(instrumentId) !== lease) return;
    this.#held.delete(instrumentId);
    this.#failovers += 1;
    const { end, log } = this.#input;
    log.warn({ instrumentId }, 'instrument lost to another process');
    end(instrumentId).catch((error: unknown) =>
      log.error({ err: error, instrumentId }, 'instrument not ended'),
    );
  }

  /** Acquires nothing more, and gives every lease back after `end`, in which what the instruments still have is stored. */
  async close(end: () => Promise<void>): Promise<void> {
    this.#unsubscribe();
    await this.#task.stop();
    await end();
    const held = [...this.#held.values()];
    this.#held.clear();
    await Promise.allSettled(held.map((lease) => lease.release()));
  }
}

function ownedBy(names: readonly string[]): number {
  return names.filter((name) => name.startsWith('instrument.')).length;
}
