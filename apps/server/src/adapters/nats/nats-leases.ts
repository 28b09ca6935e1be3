/** Leases and members in NATS: ownership by the revision of a value, lost by whoever does not renew it. */
import type { Msg } from '@nats-io/transport-node';
import type { Lease, Leases, Member } from '#ports/cluster/leases.ts';
import type { NatsLink } from './connect-nats.ts';
import { HeldLease } from './held-lease.ts';
import { LeaseSightings } from './lease-sightings.ts';
import { LeaseStore } from './lease-store.ts';
import { LOOK_EVERY_MS } from './lease-times.ts';
import { MembersBucket } from './members-bucket.ts';
import type { Delivery } from './stream-delivery.ts';
import { StreamReader } from './stream-reader.ts';
import { LEASES_BUCKET, streamOfBucket, subjectOfKey } from './stream-settings.ts';

const NAME = /^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$/;
const KEY_START = subjectOfKey(LEASES_BUCKET, '').length;

export class NatsLeases implements Leases {
  readonly #link: NatsLink;
  readonly #store: LeaseStore;
  readonly #members: MembersBucket;
  readonly #monotonicMs: () => number;
  readonly #sightings: LeaseSightings;
  readonly #listeners = new Set<(name: string) => void>();
  readonly #held = new Set<Lease>();
  /** Tokens of this process's leases that ended: nobody has to wait until they run out. */
  readonly #ended = new Map<string, string>();
  readonly #reader: StreamReader;
  readonly #look: NodeJS.Timeout;

  private constructor(link: NatsLink, store: LeaseStore, members: MembersBucket, monotonicMs: () => number) {
    this.#link = link;
    this.#store = store;
    this.#members = members;
    this.#monotonicMs = monotonicMs;
    this.#sightings = new LeaseSightings(monotonicMs);
    this.#reader = new StreamReader(link, {
      stream: streamOfBucket(LEASES_BUCKET),
      subjects: subjectOfKey(LEASES_BUCKET, '>'),
      start: 'newest-of-each-subject',
      isContiguous: false,
      onMessage: (message, delivery) => this.#see(message, delivery),
      onCaughtUp: () => undefined,
    });
    this.#look = setInterval(() => {
      for (const name of this.#sightings.takeOver()) this.#freed(name);
    }, LOOK_EVERY_MS);
  }

  /** `holder` names this process to the operator; `monotonicMs` never jumps. */
  static async open(link: NatsLink, holder: string, monotonicMs: () => number): Promise<NatsLeases> {
    const store = await LeaseStore.open(link, holder);
    return new NatsLeases(link, store, await MembersBucket.open(link, monotonicMs), monotonicMs);
  }

  async acquire(name: string): Promise<Lease | null> {
    if (!NAME.test(name))
      throw new Error(`expected a name of letters, digits, ".", "-" and "_", not ${name}`);
    const stored = await this.#store.read(name);
    if (stored !== null && stored.token !== null && stored.token !== this.#ended.get(name)) {
      this.#sightings.see(name, stored.revision);
      if (!this.#sightings.isOver(name, stored.revision)) return null;
    }
    const token = this.#store.newToken();
    const startedMs = this.#monotonicMs();
    const revision = await this.#store.replace(name, token, stored?.revision ?? 0);
    if (revision === null) return null;
    const fence = { name, epoch: await this.#epochFor(name, revision), revision };
    const lease = new HeldLease(this.#store, { fence, token, startedMs }, this.#link.log, this.#monotonicMs);
    this.#held.add(lease);
    const onEnded = (): void => {
      this.#held.delete(lease);
      this.#ended.set(name, token);
    };
    lease.lost.addEventListener('abort', onEnded, { once: true });
    return lease;
  }

  onFreed(listener: (name: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  announce(member: Member): Promise<void> {
    return this.#members.announce(member);
  }

  members(): Promise<readonly Member[]> {
    return this.#members.members();
  }

  /** Gives back what is still held. */
  async close(): Promise<void> {
    clearInterval(this.#look);
    await Promise.all([...this.#held].map((lease) => lease.release()));
    await Promise.all([this.#reader.stop(), this.#members.close()]);
  }

  /** Without an epoch there is no fence: the lease is given back. */
  async #epochFor(name: string, revision: number): Promise<number> {
    try {
      return await this.#store.epoch();
    } catch (error) {
      await this.#store.remove(name, revision).catch(() => undefined);
      throw error;
    }
  }

  #see(message: Msg, { sequence }: Delivery): void {
    const name = message.subject.slice(KEY_START);
    const isGivenBack = message.headers?.has('KV-Operation') ?? false;
    if (!isGivenBack) {
      this.#sightings.see(name, sequence);
      return;
    }
    this.#sightings.forget(name);
    this.#freed(name);
  }

  #freed(name: string): void {
    for (const listener of this.#listeners) listener(name);
  }
}
