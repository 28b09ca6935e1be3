/** One line of an answer sheet: what was true in a labelled market, as a scorer reads it. */
import type { BookSide } from '@undertow/market';

export const TRUTH_TYPES = [
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
  'neg',
] as const;
export type TruthType = (typeof TRUTH_TYPES)[number];

export const OBSERVABILITIES = ['exact', 'strong', 'weak', 'none'] as const;
export type Observability = (typeof OBSERVABILITIES)[number];

export interface TruthLabel {
  readonly id: string;
  readonly type: TruthType;
  /** Kind within the type: `native`, `layering`; of `neg` what it imitates: `requote`. */
  readonly sub: string | null;
  /** Null where the type has no side. */
  readonly side: BookSide | null;
  readonly symbol: string;
  /** Exchange times, nanoseconds since 1970 UTC. */
  readonly t0Ns: bigint;
  readonly t1Ns: bigint;
  /** First moment at which the feed shows it in principle; null when it never did. */
  readonly tEvidentNs: bigint | null;
  readonly priceLowTicks: number;
  readonly priceHighTicks: number;
  readonly qty: number;
  /** Exchange order ids in decimal, where they are known: what a candidate of another order rests on is not this. */
  readonly orderIds?: readonly string[];
  readonly observability: Observability;
  /** Further facts from its maker: number of cycles, whether a level drove it. */
  readonly params: { readonly [name: string]: number | string | boolean | null };
}
