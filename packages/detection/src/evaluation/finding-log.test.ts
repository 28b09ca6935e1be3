/** What was raised as findings: each once, at the instant and with the claim with which it was first displayed. */
import type { FlowEvent, Pattern } from '@undertow/market';
import { expect, test } from 'vitest';
import { FindingLog } from './finding-log.ts';

const event = (part: Partial<FlowEvent> = {}): FlowEvent =>
  ({
    ...{ id: 'a', type: 'absorption', sub: null, side: 'bid', size: 40, exact: false, degraded: false },
    ...{ priceLowTicks: 10, priceHighTicks: 11, confidence: 0.7, detectedNs: 5n, updatedNs: 9n },
    calibrator: 'c@1',
    evidence: {},
    ...part,
  }) as FlowEvent;
const run = (sub: string, p: number): FlowEvent =>
  event({ type: 'stop_run', sub, exact: true, confidence: 1, evidence: { levelDriven: { p } } });
const found = (log: FindingLog): unknown[] =>
  log.findings.map(({ id, type, sub, detectedNs, confidence }) => [id, type, sub, detectedNs, confidence]);

test('a finding counts once, when it was first displayed, at its surest and with the size that it grew to', () => {
  const log = new FindingLog('ES', 0);
  log.putEvent(event({ confidence: 0.35 }), 'new');
  log.putEvent(event({ confidence: 0.9, size: 90 }), 'update');
  expect(found(log)).toEqual([['a', 'absorption', null, 5n, 0.9]]);
  expect(log.findings[0]?.size).toBe(90);
});

test('the claim is that it is there, whatever the headline', () => {
  const log = new FindingLog('ES', 0);
  log.putEvent(event({ confidence: 0.3, existence: 0.8 }), 'new');
  expect(log.findings[0]?.confidence).toBe(0.8);
});

test('from a probability on, a finding counts when it first reaches it', () => {
  const log = new FindingLog('ES', 0.8);
  log.putEvent(event(), 'new');
  expect(found(log)).toEqual([]);
  log.putEvent(event({ confidence: 0.85 }), 'update');
  expect(found(log)).toEqual([['a', 'absorption', null, 9n, 0.85]]);
});

test('a burst of stops claims its elections alone, until it is displayed as driven by a level', () => {
  const log = new FindingLog('ES', 0);
  log.putEvent(run('burst', 0.65), 'new');
  expect(found(log)).toEqual([['a/burst', 'stop_burst', 'burst', 5n, 1]]);
  log.putEvent(run('level_driven', 0.9), 'update');
  expect(found(log)).toEqual([
    ['a/burst', 'stop_burst', 'burst', 5n, 1],
    ['a', 'stop_run', 'level_driven', 9n, 0.9],
  ]);
});

test('a pattern lies in its zone, else across its levels, else at its price', () => {
  const pattern = (levels: Pattern['levels']): Pattern =>
    ({ ...event({ type: 'retail_trap_zone' as never }), priceTicks: 50, levels }) as unknown as Pattern;
  const rangeOf = (levels: Pattern['levels']): (number | undefined)[] => {
    const log = new FindingLog('ES', 0);
    log.putPattern(pattern(levels), 'new');
    return [log.findings[0]?.priceLowTicks, log.findings[0]?.priceHighTicks];
  };
  const zone = { label: 'zone', lowTicks: 40, highTicks: 42 };
  const target = { label: 'target', lowTicks: 30, highTicks: 30 };
  expect(rangeOf([target, zone])).toEqual([40, 42]);
  expect(rangeOf([target, { ...target, lowTicks: 33, highTicks: 35 }])).toEqual([30, 35]);
  expect(rangeOf([])).toEqual([50, 50]);
});

test('what it claims and who judged it are those of its surest moment, whatever comes after', () => {
  const log = new FindingLog('ES', 0);
  log.putEvent(event({ confidence: 0.6, calibrator: 'c@1' }), 'new');
  log.putEvent(event({ confidence: 0.9, calibrator: 'c@2' }), 'update');
  log.putEvent(event({ confidence: 0.4, calibrator: 'c@3', size: 10 }), 'update');
  expect(log.findings).toMatchObject([{ confidence: 0.9, calibrator: 'c@2', size: 10, detectedNs: 5n }]);
});

test('where it was first found stays, wherever it moves', () => {
  const log = new FindingLog('ES', 0);
  log.putEvent(event(), 'new');
  log.putEvent(event({ priceLowTicks: 50, priceHighTicks: 60, side: 'ask' }), 'update');
  expect(log.findings).toMatchObject([{ priceLowTicks: 10, priceHighTicks: 11, side: 'bid', symbol: 'ES' }]);
});

test('a finding that touches a gap at any time is degraded for good', () => {
  const log = new FindingLog('ES', 0);
  for (const degraded of [false, true, false]) log.putEvent(event({ degraded }), degraded ? 'update' : 'new');
  expect(log.findings.map(({ degraded }) => degraded)).toEqual([true]);
});

test('a probability counts from exactly the one required', () => {
  for (const [confidence, count] of [
    [0.799, 0],
    [0.8, 1],
  ] as const) {
    const log = new FindingLog('ES', 0.8);
    log.putEvent(event({ confidence }), 'new');
    expect(log.findings).toHaveLength(count);
  }
});

test.each<[string, FlowEvent['evidence'], number]>([
  ['the forecast of its level', { levelDriven: { p: 0.4 } }, 0.4],
  ['its confidence without a forecast', {}, 1],
  ['its confidence where the forecast is not known', { levelDriven: null }, 1],
  ['its confidence where the forecast is a list', { levelDriven: [0.4] } as never, 1],
  ['its confidence where the forecast has no probability', { levelDriven: { p: 'high' } } as never, 1],
])('a run of stops claims %s', (_, evidence, confidence) => {
  const log = new FindingLog('ES', 0);
  log.putEvent(event({ type: 'stop_run', sub: 'level_driven', exact: true, confidence: 1, evidence }), 'new');
  expect(log.findings.map((one) => [one.type, one.confidence])).toEqual([
    ['stop_run', confidence],
    ['stop_burst', 1],
  ]);
});

test('an election is exact, at its prices and of its contracts', () => {
  const log = new FindingLog('ES', 0.9);
  const prices = { lowTicks: 7, highTicks: 9 };
  log.putElection({ id: 'e', side: 'ask', timeNs: 77n, ...prices, contracts: 12 } as never);
  expect(log.findings).toEqual([
    {
      ...{ id: 'e', type: 'stop_election', sub: null, side: 'ask', symbol: 'ES', detectedNs: 77n },
      ...{ priceLowTicks: 7, priceHighTicks: 9, size: 12, confidence: 1, exact: true, degraded: false },
    },
  ]);
});
