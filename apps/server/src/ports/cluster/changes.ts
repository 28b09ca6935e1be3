/** What another process changed: hints, which may be lost or repeated, and a counter in the database, which is the truth. */
import type { BusMessages, BusTopic } from '#ports/bus.ts';

/** Every message of the bus but market data. */
export type HintTopic = Exclude<BusTopic, 'instrument'>;

export interface Hint<T extends HintTopic = HintTopic> {
  readonly topic: T;
  readonly message: BusMessages[T];
}

/** Hints between processes: fast, and not reliable. */
export interface Hints {
  publish(hint: Hint): void;
  /** Hints of other processes; never those of this one. */
  subscribe(listener: (hint: Hint) => void): void;
}

/** Rows that triggers of the database write in the transaction of each change. */
export interface ChangeLog {
  /** The number of the latest change; 0 before the first. */
  latest(): Promise<number>;
  /** Changes after `number`, in the order of their commits, at most a thousand. */
  since(number: number): Promise<readonly { readonly number: number; readonly hint: Hint }[]>;
}
