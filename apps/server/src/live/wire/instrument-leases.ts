/** Which instruments a process runs: its share of them, those that it is prepared to run next, and those that nobody runs. */
import { setTimeout as wait } from 'node:timers/promises';
import { RepeatingTask } from '#concurrency/repeating-task.ts';
import type { Lease, Leases, Member } from '#ports/cluster/leases.ts';
import type { Log } from '#ports/log.ts';
import { type Costs, type Owner, type Share, shareOut } from './share-out.ts';

const EVERY_MS = 500;
/** Rounds that a process only looks: meanwhile those that start with it announce themselves, and nothing is given back at once. */
const LOOKS = 3;
/** A free instrument of somebody else's share is left to the others for as many rounds. */
const PATIENCE = 2;
/** One that was given back is left to whoever wants it for longer. */
const PATIENCE_AFTER_GIVING = 10;
/** Whoever is to have an instrument gets it unprepared after so many rounds: an earlier version prepares nothing. */
const ROUNDS_TO_PREPARE = 60;
/** A session that was prepared in vain ends after so many rounds. */
const ROUNDS_UNWANTED = 20;
/**
 * So long an instrument waits, unpublished, until what its session had is stored: afterwards the next owner begins without it, as
 * after a kill. A process that stops ends the rest of it meanwhile.
 */
const GIVE_WITHIN_MS = 1_500;
const PREFIX = 'instrument.';

export interface InstrumentLeasesInput {
  readonly leases: Pick<Leases, 'acquire' | 'members' | 'onFreed'>;
  /** The id under which this process is announced. */
  readonly self: string;
  readonly instrumentIds: readonly number[];
  readonly log: Log;
  /** What the sessions of this process cost. */
  costs(): Costs;
  /** Runs its session, and publishes nothing of it. */
  prepare(instrumentId: number): void;
  /** Its session is complete up to the present. */
  isPrepared(instrumentId: number): boolean;
  /** False while what sessions have cannot be stored: nothing is moved then, which would have to wait for it. */
  isStoring(): boolean;
  /** Publishes it from here on. */
  own(instrumentId: number): void;
  /** Publishes it no more, and goes on as prepared. Resolves when what it had is stored and on the wire. */
  disown(instrumentId: number): Promise<void>;
  /** Ends its session. */
  end(instrumentId: number): Promise<void>;
}

const nameOf = (instrumentId: number): string => `${PREFIX}${instrumentId}`;

const idsOf = (names: readonly string[]): readonly number[] =>
  names.filter((name) => name.startsWith(PREFIX)).map((name) => Number(name.slice(PREFIX.length)));

export class InstrumentLeases {
  readonly #input: InstrumentLeasesInput;
  readonly #held = new Map<number, Lease>();
  readonly #prepared = new Set<number>();
  /** Instruments whose lease ended; somebody may have acquired them since. */
  readonly #freed = new Set<number>();
  /** Rounds in which an instrument was free and another's, below zero after it was given back. */
  readonly #free = new Map<number, number>();
  /** Rounds in which another was to have an instrument of this process. */
  readonly #leaving = new Map<number, number>();
  readonly #unwanted = new Map<number, number>();
  readonly #acquiring = new Set<number>();
  readonly #task: RepeatingTask;
  readonly #unsubscribe: () => void;
  #looks = 0;
  #failovers = 0;
  #isClosed = false;

  constructor(input: InstrumentLeasesInput) {
    this.#input = input;
    const onFailure = (error: unknown): void =>
      input.log.warn({ err: error }, 'leases of instruments not read');
    this.#task = new RepeatingTask(EVERY_MS, () => this.#round(), onFailure);
    this.#unsubscribe = input.leases.onFreed((name) => {
      for (const id of idsOf([name])) void this.#onFreed(id).catch(onFailure);
    });
  }

  /** The lease of an instrument, while this process may act for it. */
  leaseOf(instrumentId: number): Lease | undefined {
    const lease = this.#held.get(instrumentId);
    return lease?.isHeld() === true ? lease : undefined;
  }

  /** Looks now whether a lease is lost, and not when its timer does. */
  checkLost(): void {
    for (const lease of [...this.#held.values()]) lease.isHeld();
  }

  get names(): readonly string[] {
    return [...this.#held.keys()].map(nameOf);
  }

  /** Names of what this process would publish at once. */
  get standby(): readonly string[] {
    return this.#readyIds.map(nameOf);
  }

  get #readyIds(): readonly number[] {
    return [...this.#prepared].filter((id) => this.#input.isPrepared(id));
  }

  /** Instruments that were lost to another process. */
  get failovers(): number {
    return this.#failovers;
  }

  async #round(): Promise<void> {
    const { leases, instrumentIds, self } = this.#input;
    const members = (await leases.members()).filter(({ roles }) => roles.includes('market'));
    // This process is not announced yet, or the others do not see it any more
    if (!members.some(({ id }) => id === self)) return;
    this.#looks += 1;
    if (this.#looks <= LOOKS) return;
    const owners = members.map((member) => this.#ownerOf(member));
    const shares = shareOut(instrumentIds, owners, this.#costsOf(members));
    await this.#giveBack(shares, owners);
    for (const [id, share] of shares) {
      if (this.#held.has(id)) continue;
      const isOwned = owners.some(({ held }) => held.includes(id));
      if (!isOwned) await this.#acquireFree(id, share);
      else {
        this.#free.delete(id);
        this.#prepareShare(id, share);
      }
    }
  }

  #ownerOf({ id, leases, standby }: Member): Owner {
    if (id === this.#input.self) return { id, held: [...this.#held.keys()], prepared: this.#readyIds };
    return { id, held: idsOf(leases).filter((one) => !this.#freed.has(one)), prepared: idsOf(standby) };
  }

  /** As their owner measured them, or else whoever is prepared. */
  #costsOf(members: readonly Member[]): Costs {
    const all = new Map<number, number>();
    const isOwn = (id: number, { leases }: Member): boolean => leases.includes(nameOf(id));
    for (const member of members)
      for (const [name, cost] of Object.entries(member.costs))
        for (const id of idsOf([name])) if (!all.has(id) || isOwn(id, member)) all.set(id, cost);
    for (const [id, cost] of this.#input.costs()) if (!all.has(id) || this.#held.has(id)) all.set(id, cost);
    return all;
  }

  #prepareShare(id: number, { owner, next }: Share): void {
    const { self } = this.#input;
    if (owner !== self && next !== self) {
      this.#dropUnwanted(id);
      return;
    }
    this.#unwanted.delete(id);
    if (this.#prepared.has(id)) return;
    this.#prepared.add(id);
    this.#input.prepare(id);
  }

  #dropUnwanted(id: number): void {
    if (!this.#prepared.has(id)) return;
    const rounds = (this.#unwanted.get(id) ?? 0) + 1;
    this.#unwanted.set(id, rounds);
    if (rounds <= ROUNDS_UNWANTED) return;
    this.#unwanted.delete(id);
    this.#prepared.delete(id);
    this.#reporting(id, this.#input.end(id));
  }

  /** One instrument a round, to whoever is prepared for it. */
  async #giveBack(shares: ReadonlyMap<number, Share>, owners: readonly Owner[]): Promise<void> {
    if (!this.#input.isStoring()) return;
    for (const [id, lease] of this.#held) {
      const { owner = null } = shares.get(id) ?? {};
      if (owner === null || owner === this.#input.self) {
        this.#leaving.delete(id);
        continue;
      }
      const rounds = (this.#leaving.get(id) ?? 0) + 1;
      this.#leaving.set(id, rounds);
      const isPrepared = owners.some((one) => one.id === owner && one.prepared.includes(id));
      if (!isPrepared && rounds <= ROUNDS_TO_PREPARE) continue;
      await this.#give(id, lease, wait(GIVE_WITHIN_MS, undefined, { ref: false }));
      return;
    }
  }

  /** `late`: does not wait longer for what is not stored yet. */
  async #give(instrumentId: number, lease: Lease, late?: Promise<void>): Promise<void> {
    this.#leaving.delete(instrumentId);
    this.#free.set(instrumentId, PATIENCE - PATIENCE_AFTER_GIVING);
    this.#input.log.info({ instrumentId }, 'instrument given to another process');
    try {
      this.#prepared.add(instrumentId);
      const stored = this.#input.disown(instrumentId);
      await (late === undefined ? stored : Promise.race([stored, late]));
    } finally {
      this.#held.delete(instrumentId);
      await lease.release();
    }
  }

  async #onFreed(instrumentId: number): Promise<void> {
    if (!this.#input.instrumentIds.includes(instrumentId) || this.#held.has(instrumentId)) return;
    this.#freed.add(instrumentId);
    if (this.#isAtOnce(instrumentId)) await this.#acquire(instrumentId);
    else await this.#task.run();
  }

  /** This process can publish it at once, and did not give it away a moment ago. */
  #isAtOnce(instrumentId: number): boolean {
    return this.#input.isPrepared(instrumentId) && (this.#free.get(instrumentId) ?? 0) >= 0;
  }

  async #acquireFree(instrumentId: number, { owner }: Share): Promise<void> {
    const rounds = (this.#free.get(instrumentId) ?? 0) + 1;
    this.#free.set(instrumentId, rounds);
    const isMine = owner === this.#input.self && rounds > 0;
    if (isMine || rounds > PATIENCE || this.#isAtOnce(instrumentId)) await this.#acquire(instrumentId);
  }

  async #acquire(instrumentId: number): Promise<void> {
    if (this.#acquiring.has(instrumentId) || this.#held.has(instrumentId) || this.#isClosed) return;
    this.#acquiring.add(instrumentId);
    try {
      const lease = await this.#input.leases.acquire(nameOf(instrumentId));
      this.#freed.delete(instrumentId);
      this.#free.delete(instrumentId);
      if (lease !== null) await this.#onAcquired(instrumentId, lease);
    } finally {
      this.#acquiring.delete(instrumentId);
    }
  }

  async #onAcquired(instrumentId: number, lease: Lease): Promise<void> {
    if (this.#isClosed) {
      await lease.release();
      return;
    }
    const { own, log, isPrepared } = this.#input;
    this.#held.set(instrumentId, lease);
    this.#prepared.delete(instrumentId);
    lease.lost.addEventListener('abort', () => this.#onLost(instrumentId, lease), { once: true });
    log.info(
      { instrumentId, fence: lease.fence, isPrepared: isPrepared(instrumentId) },
      'instrument acquired',
    );
    own(instrumentId);
  }

  #onLost(instrumentId: number, lease: Lease): void {
    if (this.#held.get(instrumentId) !== lease) return;
    this.#held.delete(instrumentId);
    this.#prepared.add(instrumentId);
    this.#failovers += 1;
    this.#input.log.warn({ instrumentId }, 'instrument lost to another process');
    this.#reporting(instrumentId, this.#input.disown(instrumentId));
  }

  #reporting(instrumentId: number, ended: Promise<void>): void {
    ended.catch((error: unknown) =>
      this.#input.log.error({ err: error, instrumentId }, 'instrument not ended'),
    );
  }

  /** Acquires nothing more, gives each instrument back as soon as what it has is stored, and then calls `end`. */
  async close(end: () => Promise<void>): Promise<void> {
    this.#isClosed = true;
    this.#unsubscribe();
    await this.#task.stop();
    const given = Promise.allSettled([...this.#held].map(([id, lease]) => this.#give(id, lease)));
    // A busy store must not take the time in which everything else ends
    await Promise.race([given, wait(GIVE_WITHIN_MS, undefined, { ref: false })]);
    await end();
    await given;
  }
}
