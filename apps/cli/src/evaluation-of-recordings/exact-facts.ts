/** Exact facts of a recording, as the detectors state them or as the oracle counts them, and where the two differ. */
import { type FeedTier, SIDE_ASK, SIDE_BID } from '@undertow/market';

/** Stops that one event elected in one direction. */
export interface ElectionFact {
  readonly timeNs: bigint;
  readonly side: number;
  readonly stops: number;
  readonly contracts: number;
}

/** One fact by both counts. */
export interface FactComparison {
  readonly fact: string;
  readonly detectors: number;
  readonly oracle: number;
  /** What only one of the two has, where it is a list: `+` the detectors, `-` the oracle. The first few. */
  readonly differing: readonly string[];
}

const MAX_DIFFERING = 5;

export class ExactFacts {
  bought = 0;
  sold = 0;
  crossed = 0;
  stops = 0;
  stopContracts = 0;
  refills = 0;
  readonly #elections = new Set<string>();
  readonly #icebergs = new Set<string>();

  addTraded(aggressor: number, contracts: number): void {
    if (aggressor === SIDE_BID) this.bought += contracts;
    else if (aggressor === SIDE_ASK) this.sold += contracts;
    else this.crossed += contracts;
  }

  addElection({ timeNs, side, stops, contracts }: ElectionFact): void {
    const direction = side === SIDE_BID ? 'buy' : 'sell';
    this.#elections.add(`${timeNs}: ${stops} ${direction} stops, ${contracts} contracts`);
    this.stops += stops;
    this.stopContracts += contracts;
  }

  addRefill(orderId: string): void {
    this.refills += 1;
    this.#icebergs.add(`order ${orderId}`);
  }

  /** An iceberg whose refills are counted elsewhere. */
  addIceberg(orderId: string): void {
    this.#icebergs.add(`order ${orderId}`);
  }

  /** These of the detectors beside those of the oracle, as far as the feed shows them. */
  comparedWith(oracle: ExactFacts, tier: FeedTier): FactComparison[] {
    const count = (fact: string, detectors: number, expected: number): FactComparison => ({
      fact,
      detectors,
      oracle: expected,
      differing: [],
    });
    const list = (fact: string, own: ReadonlySet<string>, other: ReadonlySet<string>): FactComparison => ({
      ...count(fact, own.size, other.size),
      differing: [
        ...[...own.difference(other)].map((one) => `+ ${one}`),
        ...[...other.difference(own)].map((one) => `- ${one}`),
      ].slice(0, MAX_DIFFERING),
    });
    const trades = [
      count('contracts bought by aggressors', this.bought, oracle.bought),
      count('contracts sold by aggressors', this.sold, oracle.sold),
      count('contracts without an aggressor', this.crossed, oracle.crossed),
    ];
    const stops = [
      list('elections of stops', this.#elections, oracle.#elections),
      count('elected stops', this.stops, oracle.stops),
      count('contracts of elected stops', this.stopContracts, oracle.stopContracts),
    ];
    const icebergs = [
      list('native icebergs', this.#icebergs, oracle.#icebergs),
      count('refills of native icebergs', this.refills, oracle.refills),
    ];
    if (tier === 'L3') return [...trades, ...stops, ...icebergs];
    return tier === 'L2S' ? [...trades, ...stops] : trades;
  }
}

export function isSame({ detectors, oracle, differing }: FactComparison): boolean {
  return detectors === oracle && differing.length === 0;
}
