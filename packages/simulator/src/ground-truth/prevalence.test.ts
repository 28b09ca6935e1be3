/** How often agents act in each scenario: what every scenario has in common, and what the reference says of a plausible life. */
import { describe, expect, test } from 'vitest';
import { LABEL_TYPES } from './labels.ts';
import {
  CLEAN,
  DENSE,
  NOBODY,
  PLAUSIBLE_LIFE,
  type Prevalence,
  SCENARIO_NAMES,
  SCENARIOS,
} from './prevalence.ts';

type Name = keyof Prevalence;
const NAMES = Object.keys(PLAUSIBLE_LIFE) as Name[];
/** What is there on any day and is never labelled. */
const EVERYDAY: readonly Name[] = ['marketMakers', 'valueMovesPerHour', 'trendClipsPerHour', 'fadesPerHour'];
const sumOf = (often: Prevalence, names: readonly Name[]): number =>
  names.reduce((sum, name) => sum + often[name], 0);

test('a label has one of thirteen types, each once', () => {
  expect(new Set(LABEL_TYPES).size).toBe(LABEL_TYPES.length);
  expect(LABEL_TYPES).toHaveLength(13);
});

test('a scenario is found by its name: clean, sparse, dense', () => {
  expect(Object.keys(SCENARIOS)).toEqual([...SCENARIO_NAMES]);
  expect(SCENARIOS.clean).toBe(CLEAN);
  expect(SCENARIOS.sparse).toBe(PLAUSIBLE_LIFE);
  expect(SCENARIOS.dense).toBe(DENSE);
});

describe.each([
  ['clean', CLEAN],
  ['nobody', NOBODY],
  ['sparse', PLAUSIBLE_LIFE],
  ['dense', DENSE],
] as const)('the scenario %s', (_, often) => {
  test('states every frequency and no other one', () => {
    expect(Object.keys(often).sort()).toEqual(NAMES.toSorted());
    for (const name of NAMES) {
      expect(often[name], name).toBeGreaterThanOrEqual(0);
      expect(often[name], name).toBeLessThan(1000);
    }
  });
});

test('a clean session has what is there on any day, and nothing that is labelled', () => {
  expect(NAMES.filter((name) => CLEAN[name] > 0).toSorted()).toEqual(EVERYDAY.toSorted());
  expect(NAMES.filter((name) => NOBODY[name] > 0)).toEqual([]);
});

test('what is there on any day is the same in every scenario', () => {
  for (const name of EVERYDAY)
    expect(
      [CLEAN, PLAUSIBLE_LIFE, DENSE].map((often) => often[name]),
      name,
    ).toEqual(Array.from({ length: 3 }, () => CLEAN[name]));
});

test('a dense session has more of everything that is labelled, harmless shapes included', () => {
  for (const name of NAMES)
    if (!EVERYDAY.includes(name)) expect(DENSE[name], name).toBeGreaterThan(PLAUSIBLE_LIFE[name]);
});

test.each([
  // Simulator reference, 3.2
  ['spoofSequencesPerHour', 0, 1],
  ['absorbersPerHour', 1, 4],
  ['trapsPerHour', 0.2, 1],
  ['metaordersPerHour', 1, 3],
  ['stopClustersPerHour', 0.5, 3],
] as const)('a plausible hour has between %d and %d of %s', (name, low, high) => {
  expect(PLAUSIBLE_LIFE[name]).toBeGreaterThanOrEqual(low);
  expect(PLAUSIBLE_LIFE[name]).toBeLessThanOrEqual(high);
});

test('a third of the single stops of a plausible hour are twenty elections or more, not counting clusters', () => {
  const elected = PLAUSIBLE_LIFE.singleStopsPerHour / 3;
  expect(elected + PLAUSIBLE_LIFE.stopClustersPerHour).toBeGreaterThanOrEqual(20);
  expect(elected + PLAUSIBLE_LIFE.smallTradersPerHour).toBeLessThanOrEqual(60);
});

test('fewer clusters are hunted than there are', () => {
  for (const often of [PLAUSIBLE_LIFE, DENSE])
    expect(often.huntsPerHour).toBeLessThan(often.stopClustersPerHour);
});

test.each<[Name, readonly Name[]]>([
  [
    'spoofSequencesPerHour',
    ['pullsPerHour', 'bigHonestPerHour', 'bigCancelInfoPerHour', 'leggersPerHour', 'flickersPerHour'],
  ],
  ['syntheticIcebergsPerHour', ['requotesPerHour', 'oneLotsPerHour']],
  ['stopClustersPerHour', ['sweepNewsPerHour', 'thinDriftsPerHour']],
  ['trapsPerHour', ['trueBreakoutsPerHour']],
  ['metaordersPerHour', ['herdsPerHour']],
])('a plausible hour has at least as many that only look like %s', (name, harmless) => {
  expect(sumOf(PLAUSIBLE_LIFE, harmless)).toBeGreaterThanOrEqual(PLAUSIBLE_LIFE[name]);
});
