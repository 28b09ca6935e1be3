/** Sentences on what an amount of recorded data can and cannot show. */
import { ENOUGH_RESOLVED, poissonInterval } from '@undertow/detection';
import { ENOUGH_CANDIDATES, type ModelDistance } from './feature-distance.ts';
import { MIN_HOURS, perHour } from './market-tables.ts';
import type { RecordedMarket } from './recorded-market.ts';

/** Events from which a rate is known within a fifth: (1.96 / 0.2)². */
const EVENTS_WITHIN_A_FIFTH = 96;

export function conclusions(market: RecordedMarket, distances: readonly ModelDistance[]): string[] {
  return [
    ofFacts(market),
    ...ofRates(market),
    ofOutcomes(market),
    ofFeatures(market, distances),
    'Nobody labelled this market: precision and recall cannot be measured in it, however long it is. They are known of simulated markets only.',
  ];
}

function ofFacts({ facts, tier }: RecordedMarket): string {
  const all = [...facts.values()];
  const same = all.filter(({ agreeing, recordings }) => agreeing === recordings);
  const verified = `Exact facts are verified message by message, and few hours suffice: ${same.length} of ${all.length} are the same by both counts.`;
  if (tier === 'L3') return verified;
  return `${verified} This feed shows no orders: native icebergs are not verified, and elected stops only where levels and trades of an event arrive together.`;
}

function ofRates({ raised, hours, recordings }: RecordedMarket): string[] {
  if (hours < MIN_HOURS)
    return ['Less than a minute of open market is covered: nothing can be said of rates.'];
  const counts = [...raised.values()].toSorted((a, b) => b.count - a.count);
  const [most] = counts;
  const unseen = (poissonInterval(0).high / hours).toFixed(1);
  return [
    most === undefined
      ? `Nothing was raised in ${span(hours)}.`
      : `A rate is known no better than its interval: ${most.count} of ${most.type} in ${span(hours)} are ${perHour(most.count, hours)} an hour; within a fifth it is known after about ${EVENTS_WITHIN_A_FIFTH} events, ${span((EVENTS_WITHIN_A_FIFTH * hours) / most.count)} at this rate.`,
    `What was not raised may still come up to ${unseen} times an hour.`,
    `The intervals are those of hours like these, of ${recordings} ${recordings === 1 ? 'recording' : 'recordings'}; other hours and days have other rates.`,
  ];
}

const span = (hours: number): string => `${hours.toFixed(hours < 10 ? 2 : 0)} hours`;

function ofOutcomes(market: RecordedMarket): string {
  const outcomes = market.outcomes();
  if (outcomes.length === 0) return 'No finding declared an outcome: nothing can be said of skill.';
  const enough = outcomes.filter(({ resolved }) => resolved >= ENOUGH_RESOLVED);
  const few = outcomes.length - enough.length;
  const all = `${few} of ${outcomes.length} kinds of outcomes have fewer than ${ENOUGH_RESOLVED} resolved and show nothing about skill.`;
  return enough.length === 0
    ? all
    : `${all} The others show skill only where the base rate is outside the interval.`;
}

function ofFeatures({ looks }: RecordedMarket, distances: readonly ModelDistance[]): string {
  if (looks.size === 0) return 'No model met a candidate: there are no features to compare.';
  const few = `${looks.size - distances.length} of ${looks.size} models have fewer than ${ENOUGH_CANDIDATES} candidates here or in every family and are not compared.`;
  const outside = distances.filter(({ features }) =>
    features.some(({ distance, noise }) => distance > noise),
  );
  if (distances.length === 0) return few;
  return `${few} Of the other ${distances.length}, ${outside.length} have features that no family reproduces within chance: what their probabilities are worth here is open. Features within chance may still differ, the more so the fewer candidates there are.`;
}
