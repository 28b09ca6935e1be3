/** The bucket of leases: each name has one value, which is replaced only by who knows its present revision. */
import { JetStreamApiError } from '@nats-io/jetstream';
import { type KV, Kvm } from '@nats-io/kv';
import { nuid } from '@nats-io/transport-node';
import { z } from 'zod';
import type { NatsLink } from './connect-nats.ts';
import { RENEW_WITHIN_MS } from './lease-times.ts';
import { LEASES_BUCKET, streamOfBucket } from './stream-settings.ts';

const WRONG_LAST_SEQUENCE = new Set([10_071, 10_164]);

/** Who holds it, for the operator; `token` is unique per acquisition. */
const leaseValue = z.strictObject({ holder: z.string(), token: z.string() });
type LeaseValue = z.infer<typeof leaseValue>;

export interface StoredLease {
  readonly revision: number;
  /** Null where it was given back. */
  readonly token: string | null;
}

export class LeaseStore {
  readonly #link: NatsLink;
  readonly #bucket: KV;
  readonly #holder: string;

  private constructor(link: NatsLink, bucket: KV, holder: string) {
    this.#link = link;
    this.#bucket = bucket;
    this.#holder = holder;
  }

  static async open(link: NatsLink, holder: string): Promise<LeaseStore> {
    return new LeaseStore(
      link,
      await new Kvm(link.stream).open(LEASES_BUCKET, { allow_direct: false }),
      holder,
    );
  }

  newToken(): string {
    return nuid.next();
  }

  /** Null where the name was never leased. */
  async read(name: string): Promise<StoredLease | null> {
    const entry = await this.#bucket.get(name);
    if (entry === null) return null;
    if (entry.operation !== 'PUT') return { revision: entry.revision, token: null };
    const value = leaseValue.safeParse(parseJson(entry.string()));
    return { revision: entry.revision, token: value.success ? value.data.token : '' };
  }

  /** The new revision; null where the present one is not `revision`, which is 0 for a name that was never leased. */
  async replace(name: string, token: string, revision: number): Promise<number | null> {
    const value: LeaseValue = { holder: this.#holder, token };
    try {
      return await this.#bucket.put(name, JSON.stringify(value), {
        previousSeq: revision,
        timeout: RENEW_WITHIN_MS,
      });
    } catch (error) {
      if (isRefusal(error)) return null;
      throw error;
    }
  }

  /** Gives it back unless somebody else replaced it. */
  async remove(name: string, revision: number): Promise<void> {
    try {
      await this.#bucket.delete(name, { previousSeq: revision });
    } catch (error) {
      if (!isRefusal(error)) throw error;
    }
  }

  /** Milliseconds at which the bucket was made: later than any revision of an earlier one. */
  async epoch(): Promise<number> {
    const { created } = await this.#link.manager.streams.info(streamOfBucket(LEASES_BUCKET));
    return Date.parse(created);
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof JetStreamApiError && WRONG_LAST_SEQUENCE.has(error.code);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A value that somebody else wrote is treated as one of an unknown owner
    return null;
  }
}
