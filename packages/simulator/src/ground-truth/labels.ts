/** What was true in a simulated market: the answer sheet that detectors are measured against, never shown to them. */
import type { BookSide } from '@undertow/market';

/** How far the feed can show it: proven by messages, strong or weak signs, or not at all. */
export type Observability = 'exact' | 'strong' | 'weak' | 'none';

export const LABEL_TYPES = [
  'iceberg',
  'stop_election',
  'stop_run',
  'spoofing',
  'absorption',
  'support',
  'resistance',
  'trap',
  'volume_spike',
  'institutional',
  'regime',
  'block',
  /** Something harmless that looks like one of the others; `sub` names it. */
  'neg',
] as const;
export type LabelType = (typeof LABEL_TYPES)[number];

/** One thing an agent did or that happened to agents. Times are exchange time, nanoseconds since 1970 UTC. */
export interface Label {
  readonly id: string;
  readonly type: LabelType;
  readonly sub: string;
  /**
   * The resting side; of stops the side of the stops (buy stops are bid), of programmes the side of their trades, of
   * traps the side of the trapped (trapped buyers are bid). Null where there is none.
   */
  readonly side: BookSide | null;
  readonly instrumentId: number;
  readonly t0Ns: bigint;
  readonly t1Ns: bigint;
  /** First moment at which the feed shows it in principle; delays are measured from here. Null when it never did. */
  readonly tEvidentNs: bigint | null;
  readonly priceLowTicks: number;
  readonly priceHighTicks: number;
  /** Contracts that were executed. */
  readonly qty: number;
  /** Streams of the agents involved, for example `native-iceberg/12`. */
  readonly agentIds: readonly string[];
  /** Exchange order ids in decimal. */
  readonly orderIds: readonly string[];
  readonly params: { readonly [name: string]: number | string | boolean };
  readonly observability: Observability;
  /** Whether it reached its aim: the iceberg traded out, the run continued instead of turning back. */
  readonly success: boolean | null;
}
