/** The streams in which NATS keeps what processes exchange, with the names of their subjects. */
import { DiscardPolicy, RetentionPolicy, StorageType, type StreamConfig } from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';

export const UPDATES_STREAM = 'UNDERTOW_UPDATES';
const UPDATES_PREFIX = 'undertow.updates.';
/** Longer than the longest delay of a plan, with time to start again. */
const KEEP_UPDATES_MS = 40 * 60_000;
/** How long the stream recognises an id that it has stored. */
const DUPLICATE_WINDOW_MS = 2 * 60_000;

export const MARKET_BUCKET = 'undertow_market';
export const LEASES_BUCKET = 'undertow_leases';
export const MEMBERS_BUCKET = 'undertow_members';
/** A member is repeated more often than that. */
export const MEMBER_LIVES_MS = 5000;

export const updatesSubject = (instrumentId: number): string => `${UPDATES_PREFIX}${instrumentId}`;

/** Null where the subject is not one of an instrument. */
export function instrumentOfSubject(subject: string): number | null {
  const id = subject.startsWith(UPDATES_PREFIX) ? Number(subject.slice(UPDATES_PREFIX.length)) : Number.NaN;
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

/** The stream behind a bucket. */
export const streamOfBucket = (bucket: string): string => `KV_${bucket}`;
export const subjectOfKey = (bucket: string, key: string): string => `$KV.${bucket}.${key}`;

export type StreamSettings = Partial<StreamConfig> & Pick<StreamConfig, 'name' | 'subjects'>;

/** As every client of NATS makes a bucket that keeps the newest value of each key; reads go to its leader. */
function bucketSettings(bucket: string, replicas: number, maxAgeMs: number): StreamSettings {
  return {
    name: streamOfBucket(bucket),
    subjects: [subjectOfKey(bucket, '>')],
    retention: RetentionPolicy.Limits,
    storage: StorageType.File,
    discard: DiscardPolicy.New,
    max_msgs_per_subject: 1,
    max_age: nanos(maxAgeMs),
    num_replicas: replicas,
    allow_rollup_hdrs: true,
    deny_delete: true,
    allow_direct: false,
  };
}

/** Everything that must exist before processes can work together. */
export function streamSettings(replicas: number): readonly StreamSettings[] {
  return [
    {
      name: UPDATES_STREAM,
      subjects: [`${UPDATES_PREFIX}*`],
      retention: RetentionPolicy.Limits,
      storage: StorageType.File,
      discard: DiscardPolicy.Old,
      max_age: nanos(KEEP_UPDATES_MS),
      duplicate_window: nanos(DUPLICATE_WINDOW_MS),
      num_replicas: replicas,
      allow_direct: false,
    },
    bucketSettings(MARKET_BUCKET, replicas, 0),
    // Without an age: replicas would drop a lease at different instants and disagree about who may have it next
    bucketSettings(LEASES_BUCKET, replicas, 0),
    bucketSettings(MEMBERS_BUCKET, replicas, MEMBER_LIVES_MS),
  ];
}
