/** The processes that live: each puts what it is, and is forgotten when it does not repeat it. */
import { type KV, Kvm } from '@nats-io/kv';
import type { Msg } from '@nats-io/transport-node';
import { z } from 'zod';
import type { Member } from '#ports/cluster/leases.ts';
import type { NatsLink } from './connect-nats.ts';
import { StreamReader } from './stream-reader.ts';
import { MEMBER_LIVES_MS, MEMBERS_BUCKET, streamOfBucket, subjectOfKey } from './stream-settings.ts';

/** Of another version it may lack or have more fields. */
const memberValue = z.object({
  id: z.string(),
  roles: z.array(z.string()),
  pid: z.number().int(),
  version: z.string(),
  url: z.string(),
  startedMs: z.number(),
  leases: z.array(z.string()),
  standby: z.array(z.string()).default([]),
  costs: z.record(z.string(), z.number()).default({}),
  heavyUse: z.record(z.string(), z.number()).default({}),
  cpuShare: z.number(),
  residentBytes: z.number(),
  sockets: z.number().int(),
  lagMs: z.number().nullable(),
}) satisfies z.ZodType<Member>;

export class MembersBucket {
  readonly #bucket: KV;
  readonly #reader: StreamReader;
  readonly #monotonicMs: () => number;
  readonly #caughtUp = Promise.withResolvers<void>();
  readonly #seen = new Map<string, { readonly member: Member; readonly seenMs: number }>();

  private constructor(link: NatsLink, bucket: KV, monotonicMs: () => number) {
    this.#bucket = bucket;
    this.#monotonicMs = monotonicMs;
    this.#reader = new StreamReader(link, {
      stream: streamOfBucket(MEMBERS_BUCKET),
      subjects: subjectOfKey(MEMBERS_BUCKET, '>'),
      start: 'newest-of-each-subject',
      isContiguous: false,
      onMessage: (message) => this.#see(message),
      onCaughtUp: () => this.#caughtUp.resolve(),
    });
  }

  static async open(link: NatsLink, monotonicMs: () => number): Promise<MembersBucket> {
    const bucket = await new Kvm(link.stream).open(MEMBERS_BUCKET, { allow_direct: false });
    return new MembersBucket(link, bucket, monotonicMs);
  }

  async announce(member: Member): Promise<void> {
    await this.#bucket.put(member.id, JSON.stringify(memberValue.parse(member)));
  }

  async members(): Promise<readonly Member[]> {
    await this.#caughtUp.promise;
    const nowMs = this.#monotonicMs();
    for (const [id, { seenMs }] of this.#seen) if (nowMs - seenMs >= MEMBER_LIVES_MS) this.#seen.delete(id);
    return [...this.#seen.values()].map(({ member }) => member);
  }

  async close(): Promise<void> {
    this.#caughtUp.resolve();
    await this.#reader.stop();
  }

  /** Throws where it is no member. */
  #see(message: Msg): void {
    if (message.data.length === 0) return;
    const member = memberValue.parse(message.json());
    this.#seen.set(member.id, { member, seenMs: this.#monotonicMs() });
  }
}
