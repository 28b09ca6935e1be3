/**
 * What an event might have been instead, and the evidence against it: each rule excludes one innocent explanation.
 * Pure.
 */
import type { EventEvidence } from '@undertow/contracts';
import { formatSize } from '#lib/format/formats.ts';
import { orderIds } from './evidence-facts.ts';

export interface Alternative {
  /** The other reading, as a noun. */
  readonly reading: string;
  readonly isRejected: boolean;
  /** Why it is rejected, or what leaves it open. */
  readonly reason: string;
}

/** The reading that a rule keeps out, by the beginning of its name. */
const READINGS: readonly (readonly [rule: string, reading: string])[] = [
  ['Refills', 'An order that happened to be changed once'],
  ['Contracts executed and reinstated', 'A reserve too small to matter'],
  ['Orders that followed a fill', 'Unrelated orders that arrived by chance'],
  ['Log likelihood ratio against the crowd', 'Ordinary quoting'],
  ['Times the level showed more', 'New orders at the level between two samples'],
  ['Volume against this time of day', 'A usual burst at this hour'],
  ['Missing move for that volume', 'A market that usually moves no further on such volume'],
  ['Contracts put in again', 'A large displayed order that was simply traded away'],
  ['Seconds held', 'A pause on the way through'],
  ['Stops elected in 5 s', 'One large market order'],
  ['Contracts of those stops', 'A few small stops'],
  ['Chance of as many at this time of day', 'The usual number of stops at this hour'],
  ['Prints in one direction', 'Trades both ways'],
  ['Ticks swept', 'A flicker between bid and ask'],
  ['Withdrawals after an opposite fill', 'Orders withdrawn for unrelated reasons'],
  ['Filled before it was withdrawn', 'Orders placed to trade'],
  ['Shift of the balance', 'The usual imbalance of the book'],
  ['False discovery rate', 'An arbitrary price'],
  ['Bounces of touches', 'A price that reverses no more often than others'],
  ['Delta beyond the level', 'A break on usual volume'],
  ['Ticks beyond the level', 'A touch of the level'],
];

/** One of several rules was enough: that this one did not hold leaves nothing open. */
const isEither = (needed: string): boolean => needed.endsWith(', or');

/** `at least 3`, and a usual value is marked as such. */
const needOf = (needed: string): string => {
  const need = needed.replace(/, or$/, '');
  return need.startsWith('usually') ? need : `needed ${need}`;
};

function ofRule({ name, value, needed, met }: EventEvidence['rules'][number]): Alternative[] {
  const found = READINGS.find(([rule]) => name.startsWith(rule));
  if (found === undefined || (!met && isEither(needed))) return [];
  const [, reading] = found;
  return [{ reading, isRejected: met, reason: `${name}: ${value}, ${needOf(needed)}` }];
}

const sizeOf = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** Explanations that the exchange's own messages exclude, and those that one measured figure decides. */
function ofFacts({ event, evidence }: EventEvidence): Alternative[] {
  const { eventType, metadata } = event;
  if (eventType === 'iceberg' && metadata.sub === 'native')
    return [
      {
        reading: 'New orders at the same price',
        isRejected: true,
        reason:
          orderIds(evidence).length > 0
            ? 'The same order showed more than its fills had left of it'
            : 'The level showed more than was left of it within one match event, where no other order can come in',
      },
    ];
  if (eventType === 'stop_run' && metadata.exact)
    return [
      {
        reading: 'Orders that were sent after the first trades',
        isRejected: true,
        reason: 'The exchange numbers them as elected within the same match event',
      },
    ];
  if (eventType === 'absorption' && sizeOf(evidence['absorbed']) > 0) {
    const hidden = sizeOf(evidence['hidden']);
    return [
      {
        reading: 'One native iceberg',
        isRejected: hidden < sizeOf(evidence['absorbed']) / 2,
        reason: `${formatSize(hidden)} of ${formatSize(sizeOf(evidence['absorbed']))} contracts came from hidden parts`,
      },
    ];
  }
  return [];
}

/** Rejected ones first. Empty for an event whose rules exclude nothing that has a name. */
export function alternativesOf(evidence: EventEvidence): readonly Alternative[] {
  const all = [...ofFacts(evidence), ...evidence.rules.flatMap(ofRule)];
  return all.toSorted((a, b) => Number(b.isRejected) - Number(a.isRejected));
}
