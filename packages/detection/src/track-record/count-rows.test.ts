/** Rows counted one by one: alike ones together, each with its outcome and its base rate. */
import { expect, test } from 'vitest';
import { RowCounter } from './count-rows.ts';
import type { RaisedRow, SettledRow } from './track-row.ts';

const raised = (signalId: string, probability: number | null = 0.6): RaisedRow =>
  ({
    kind: 'raised',
    signalId,
    type: 'absorption',
    sub: null,
    declared: { rule: 'hold', direction: 1, probability },
  }) as unknown as RaisedRow;
const settled = (signalId: string, hit: boolean | null, base?: SettledRow['base']): SettledRow =>
  ({ kind: 'settled', signalId, hit, ...(base === undefined ? {} : { base }) }) as unknown as SettledRow;

const ALIKE = { type: 'absorption', sub: null, rule: 'hold', probability: 0.6 };

test('signals that came out alike are counted together, with their base rates', () => {
  const counter = new RowCounter();
  for (const id of ['a', 'b', 'c', 'd']) counter.add(raised(id));
  counter.add(settled('a', true, { resolved: 40, rate: 0.25 }));
  counter.add(settled('b', true, { resolved: 10, rate: 0.5 }));
  counter.add(settled('c', false, { resolved: 20, rate: 0.4 }));
  expect(counter.counts()).toEqual([
    { ...ALIKE, hit: true, count: 2, compared: 2, baseSum: 0.75, instants: 50 },
    { ...ALIKE, hit: false, count: 1, compared: 1, baseSum: 0.4, instants: 20 },
    { ...ALIKE, hit: null, count: 1, compared: 0, baseSum: 0, instants: 0 },
  ]);
});

test('an outcome without a base rate, also of an earlier version, is counted and not compared', () => {
  const counter = new RowCounter();
  counter.add(raised('a'));
  counter.add(raised('b'));
  counter.add(settled('a', true, null));
  counter.add(settled('b', true));
  expect(counter.counts()).toEqual([{ ...ALIKE, hit: true, count: 2, compared: 0, baseSum: 0, instants: 0 }]);
});

test('different forecasts are counted apart, and an outcome without its signal not at all', () => {
  const counter = new RowCounter();
  counter.add(raised('a', 0.6));
  counter.add(raised('b', null));
  counter.add(settled('z', true, { resolved: 1, rate: 1 }));
  expect(counter.counts().map(({ probability, hit }) => [probability, hit])).toEqual([
    [0.6, null],
    [null, null],
  ]);
});
