/** The tables of a recorded market: exact facts, rates, outcomes, distances from the simulated families. */
import { detectableTypes, MODEL_STATES, poissonInterval, wilsonInterval, Z_95 } from '@undertow/detection';
import { decimals, NONE } from '#evaluation/figure-words.ts';
import type { ModelDistance } from './feature-distance.ts';
import type { RecordedMarket } from './recorded-market.ts';

/** Features of a model that are named. */
const NAMED_FEATURES = 3;

/** Less of an open market has no rates. */
export const MIN_HOURS = 1 / 60;

/** Events an hour with the interval of their mean; a dash where too little was open. */
export function perHour(count: number, hours: number): string {
  if (hours < MIN_HOURS) return NONE;
  const { low, high } = poissonInterval(count);
  return `${rounded(count / hours)} (${rounded(low / hours)}–${rounded(high / hours)})`;
}

const rounded = (value: number): string => value.toFixed(value < 10 ? 1 : 0);

export function table(title: string, head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [`#### ${title}`, '', line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

export function factTable({ facts }: RecordedMarket): string {
  const rows = [...facts.values()].map(({ fact, detectors, oracle, agreeing, recordings }) => [
    fact,
    String(detectors),
    String(oracle),
    `${agreeing} of ${recordings}`,
  ]);
  return table('Exact facts', ['Fact', 'Detectors', 'Messages', 'Recordings that agree'], rows);
}

export function rateTable({ raised, hours }: RecordedMarket): string {
  const rows = [...raised.values()]
    .sort((a, b) => b.count - a.count)
    .map(({ type, sub, state, count }) => [nameOf(type, sub), state, String(count), perHour(count, hours)]);
  return table('Findings', ['Type', 'State', 'Raised', 'An hour of open market, 95 % (Poisson)'], rows);
}

/** What is never raised on this feed, which is no rate of 0: it cannot be seen there, or its probability was worth nothing. */
export function unavailable({ tier }: RecordedMarket): string {
  const types = detectableTypes(tier).filter(({ reason }) => reason !== null);
  const models = MODEL_STATES.filter((one) => one.tier === tier && one.state === 'unavailable');
  const names = [...types.map(({ type }) => type), ...models.map(({ model }) => `model ${model}`)];
  return names.length === 0 ? '' : `Unavailable on ${tier}: ${names.join(', ')}.`;
}

export function outcomeTable(market: RecordedMarket): string {
  const rows = market.outcomes().map(({ type, sub, rule, count, resolved, hits, baseRate }) => {
    const share = hits / resolved;
    const { low, high } = wilsonInterval(share, resolved, Z_95);
    return [
      nameOf(type, sub),
      rule ?? NONE,
      String(count),
      `${hits} of ${resolved}`,
      resolved === 0 ? NONE : `${decimals(share)} (${decimals(low)}–${decimals(high)})`,
      decimals(baseRate?.value ?? null),
    ];
  });
  const head = ['Type', 'Rule', 'Raised', 'Hits beside a base rate', 'Rate, 95 % (Wilson)', 'Base rate'];
  return table('Outcomes', head, rows);
}

export function distanceTable(distances: readonly ModelDistance[]): string {
  const rows = distances.map(({ model, candidates, families, features }) => {
    const [nearest] = families;
    const farthest = families.at(-1);
    const outside = features.filter(({ distance, noise }) => distance > noise);
    return [
      model,
      String(candidates),
      nearest === undefined ? NONE : `${nearest.family} ${decimals(nearest.mean)}`,
      farthest === undefined ? NONE : `${farthest.family} ${decimals(farthest.mean)}`,
      `${outside.length} of ${features.length}`,
      features
        .slice(0, NAMED_FEATURES)
        .map(({ feature, family, distance }) => `${feature} ${decimals(distance)} (${family})`)
        .join(', '),
    ];
  });
  const head = [
    'Model',
    'Candidates',
    'Nearest family',
    'Farthest family',
    'Features outside all families',
    'Farthest features (nearest family of each)',
  ];
  return table('Distance from the simulated families', head, rows);
}

const nameOf = (type: string, sub: string | null): string => (sub === null ? type : `${type}/${sub}`);
