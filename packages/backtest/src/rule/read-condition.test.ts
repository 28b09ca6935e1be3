/** Conditions in a rule's text: how each is recognised, what its fields default to, and what is refused in which words. */
import { FLOW_EVENT_TYPES, LEVEL_TESTS, NEAR_LEVELS, PATTERN_TYPES, TRENDS } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import { ES } from '#testing/made-session.ts';
import { readRule } from './read-rule.ts';

const read = (entry: string, direction = 'long') =>
  readRule(
    `name: A\nproduct: ES\ndirection: ${direction}\nentry:\n  ${entry.replaceAll('\n', '\n  ')}\n`,
    () => ES,
  );
const conditionOf = (entry: string) => read(entry).rule?.entry.all[0];
const faultOf = (entry: string) => read(entry).faults[0];

const EVENT = { kind: 'event', side: null, minConfidence: 0, minSize: 0, perDay: null, near: null };
const PATTERN = { kind: 'pattern', direction: null, minConfidence: 0, minSize: 0, near: null };
const NEAR = { price: null, level: null, withinTicks: 0 };

describe('a condition is recognised by the field that names what it waits for', () => {
  test.each([
    ['event: iceberg', { ...EVENT, eventTypes: ['iceberg'] }],
    ['event: [iceberg, spoofing]', { ...EVENT, eventTypes: ['iceberg', 'spoofing'] }],
    ['event: iceberg\nside: ask', { ...EVENT, eventTypes: ['iceberg'], side: 'ask' }],
    ['event: iceberg\nprobability: exact', { ...EVENT, eventTypes: ['iceberg'], minConfidence: 1 }],
    ['event: iceberg\nsize: ">= 300"', { ...EVENT, eventTypes: ['iceberg'], minSize: 300 }],
    ['event: iceberg\nper_day: 10', { ...EVENT, eventTypes: ['iceberg'], perDay: 10 }],
    ['event: iceberg\nper_day: chosen', { ...EVENT, eventTypes: ['iceberg'], perDay: 'chosen' }],
    [
      'event: iceberg\nnear: {level: vwap, ticks: 4}',
      { ...EVENT, eventTypes: ['iceberg'], near: { ...NEAR, level: 'vwap', withinTicks: 4 } },
    ],
    [
      'event: iceberg\nnear: {price: 4567.25, ticks: 2 ticks}',
      { ...EVENT, eventTypes: ['iceberg'], near: { ...NEAR, price: '4567.25', withinTicks: 2 } },
    ],
    ['pattern: smart_reversal', { ...PATTERN, patternTypes: ['smart_reversal'] }],
    [
      'pattern: cross_market\ndirection: up\nprobability: ">= 0.6"',
      { ...PATTERN, patternTypes: ['cross_market'], direction: 'up', minConfidence: 0.6 },
    ],
    ['price: 5000.25', { kind: 'price_level', test: 'crosses', price: '5000.25' }],
    ['price: 5000\ntest: reaches', { kind: 'price_level', test: 'reaches', price: '5000' }],
    [
      'move: 12 ticks\nwithin: 5 min',
      { kind: 'price_move', direction: 'either', ticks: 12, percent: null, withinMinutes: 5 },
    ],
    [
      'move: 12\ndirection: down\nwithin: 1 h',
      { kind: 'price_move', direction: 'down', ticks: 12, percent: null, withinMinutes: 60 },
    ],
    [
      'move: 0.25 %\nwithin: 120 s',
      { kind: 'price_move', direction: 'either', ticks: null, percent: 0.25, withinMinutes: 2 },
    ],
    ['volume: ">= 3 times"\nwindow: 5 min', { kind: 'volume', multiple: 3, windowMinutes: 5 }],
    ['volume: 2.5\nwindow: 1 h', { kind: 'volume', multiple: 2.5, windowMinutes: 60 }],
    ['trend: bullish', { kind: 'trend', to: ['bullish'] }],
    ['trend: [bullish, bearish]', { kind: 'trend', to: ['bullish', 'bearish'] }],
  ])('%j', (entry, expected) => {
    expect(read(entry).faults).toEqual([]);
    expect(conditionOf(entry)).toEqual(expected);
  });

  const LINE =
    '{from: {at: "2026-03-02T15:00:00Z", price: 5000}, to: {at: "2026-03-02T16:00:00Z", price: 5010}';
  const drawn = {
    name: 'Line',
    from: { at: '2026-03-02T15:00:00Z', price: '5000' },
    to: { at: '2026-03-02T16:00:00Z', price: '5010' },
    extent: 'right',
    contract: null,
  };

  test('a line that states its points alone continues to the right, in whichever contract', () => {
    expect(conditionOf(`line: ${LINE}}`)).toEqual({
      kind: 'price_line',
      test: 'crosses',
      drawingId: '',
      part: 'line',
      line: drawn,
    });
  });

  test('a line says whose drawing it is, and the part of it', () => {
    const fields = 'drawing: d-1, part: "0.618", name: Trend, extent: both, contract: ESH6}';
    expect(conditionOf(`line: ${LINE}, ${fields}\ntest: reaches`)).toEqual({
      kind: 'price_line',
      test: 'reaches',
      drawingId: 'd-1',
      part: '0.618',
      line: { ...drawn, name: 'Trend', extent: 'both', contract: 'ESH6' },
    });
  });

  test('every word of the vocabulary is one', () => {
    expect(conditionOf(`event: [${FLOW_EVENT_TYPES.join(', ')}]`)).toMatchObject({
      eventTypes: FLOW_EVENT_TYPES,
    });
    expect(conditionOf(`pattern: [${PATTERN_TYPES.join(', ')}]`)).toMatchObject({
      patternTypes: PATTERN_TYPES,
    });
    for (const level of NEAR_LEVELS)
      expect(conditionOf(`event: iceberg\nnear: {level: ${level}, ticks: 1}`)).toMatchObject({
        near: { level },
      });
    for (const found of LEVEL_TESTS)
      expect(conditionOf(`price: 5000\ntest: ${found}`)).toMatchObject({ test: found });
    for (const trend of TRENDS)
      expect(conditionOf(`trend: ${trend}`)).toEqual({ kind: 'trend', to: [trend] });
  });
});

describe('what cannot be read is refused with its line and with what was expected', () => {
  const events = 'expected iceberg, absorption, ';
  test.each([
    ['side: bid', 4, 'expected event, pattern, price, line, move, volume or trend in entry'],
    ['event: iceberg\nside: buy', 6, 'expected bid or ask, got buy'],
    ['event: iceberg\nprobability: ">= 75"', 6, 'expected a probability from 0 to 1, got >= 75'],
    ['event: iceberg\nsize: big', 6, 'expected a bound such as >= 300, got big'],
    ['event: iceberg\nper_day: 5', 6, 'expected 3, 10, 30 or chosen, got 5'],
    ['event: iceberg\nnear: vwap', 6, 'expected fields in entry.near'],
    ['event: iceberg\nnear: {level: vwap}', 6, 'expected entry.near.ticks'],
    ['event: iceberg\nnear: {level: vwap, ticks: 1.5 ranges}', 6, 'expected ticks, got 1.5 ranges'],
    ['event: iceberg\nnear: {level: noon, ticks: 1}', 6, 'expected vwap, prior_high, '],
    ['event: iceberg\nnear: {price: high, ticks: 1}', 6, 'expected a price such as 4567.25, got high'],
    ['event: iceberg\nnear: {level: vwap, ticks: 1, tick: 1}', 6, 'expected price, level or ticks, got tick'],
    ['pattern: volume_spike\ndirection: long', 6, 'expected up or down, got long'],
    [
      'pattern: volume_spike\nper_day: 3',
      6,
      'expected pattern, direction, probability, size or near, got per_day',
    ],
    ['pattern: iceberg', 5, 'expected volume_spike, '],
    ['price: "4,567.25"', 5, 'expected a price such as 4567.25, got 4,567.25'],
    [
      'price: 5000\ntest: touches',
      6,
      'expected crosses, crosses_above, crosses_below or reaches, got touches',
    ],
    ['line: {}', 5, 'expected entry.line.from'],
    ['line: {from: {at: "2026-03-02T15:00:00Z"}}', 5, 'expected entry.line.from.price'],
    ['move: 12 ticks', 4, 'expected entry.within'],
    ['move: far\nwithin: 5 min', 5, 'expected a distance such as 16 ticks or 1.5 ranges, got far'],
    ['move: 2 ranges\nwithin: 5 min', 5, 'expected ticks, got 2 ranges'],
    ['move: 12 ticks\nwithin: 30 s', 6, 'expected whole minutes, got 30 s'],
    ['move: 12 ticks\nwithin: 5 min\ndirection: long', 7, 'expected up, down or either, got long'],
    ['volume: ">= 3 times"', 4, 'expected entry.window'],
    ['volume: triple\nwindow: 5 min', 5, 'expected a bound such as >= 300, got triple'],
    ['trend: up', 5, 'expected bullish, bearish or consolidating, got up'],
    ['event: {type: iceberg}', 5, 'expected one value for entry.event'],
    ['event: [iceberg, {type: absorption}]', 5, 'expected one value for entry.event'],
    ['event: [iceberg, [absorption]]', 5, 'expected one value for entry.event'],
    ['event: [iceberg, icebergs]', 5, events],
    [
      'event: iceberg\ntest: crosses',
      6,
      'expected event, side, probability, size, per_day or near, got test',
    ],
  ])('%j', (entry, line, message) => {
    expect(read(entry).rule).toBeNull();
    expect(faultOf(entry)).toMatchObject({ kind: 'unreadable', line });
    expect(faultOf(entry)?.message.startsWith(message)).toBe(true);
  });

  test('every fault of a condition is reported, not the first alone', () => {
    const { faults } = read('event: icebergs\nside: buy\nsize: big');
    expect(faults.map(({ path, line }) => [path, line])).toEqual([
      ['entry.event', 5],
      ['entry.side', 6],
      ['entry.size', 7],
    ]);
  });
});

describe('what would have to know the future is refused as that, wherever it is written', () => {
  test.each([
    [
      'event: iceberg\noutcome: hit',
      'entry.outcome',
      'Line 6 uses the event’s outcome, known up to 15 min later',
    ],
    [
      'event: iceberg\nfinal_size: 10',
      'entry.final_size',
      'Line 6 uses the event’s last size, known when it ends',
    ],
    [
      'event: iceberg\nfinal_probability: 1',
      'entry.final_probability',
      'Line 6 uses the event’s last probability, known when it ends',
    ],
    ['event: iceberg\nstatus: failed', 'entry.status', 'Line 6 uses how the event ended, known when it ends'],
    ['event: iceberg\nnext_bar: up', 'entry.next_bar', 'Line 6 uses the next bar, known when it is over'],
    ['price: day_high', 'entry.price', 'Line 5 uses the day’s high, known at its close'],
    ['price: day_low', 'entry.price', 'Line 5 uses the day’s low, known at its close'],
    [
      'event: iceberg\nnear: {level: day_close, ticks: 2}',
      'entry.near.level',
      'Line 6 uses the day’s close, known then',
    ],
    ['event: [iceberg, outcome]', 'entry.event', 'Line 5 uses the event’s outcome, known up to 15 min later'],
  ])('%j', (entry, path, message) => {
    expect(read(entry).rule).toBeNull();
    expect(faultOf(entry)).toMatchObject({ kind: 'looks_ahead', path, message });
  });

  test('names are free: a rule and a drawing may be called as they like', () => {
    const points =
      'from: {at: "2026-03-02T15:00:00Z", price: 5000}, to: {at: "2026-03-02T16:00:00Z", price: 5010}';
    const text = `name: outcome\nproduct: ES\nentry:\n  line: {name: day_high, ${points}}\n`;
    const { rule, faults } = readRule(text, () => ES);
    expect(faults).toEqual([]);
    expect(rule).toMatchObject({ name: 'outcome', entry: { all: [{ line: { name: 'day_high' } }] } });
  });
});

describe('several conditions', () => {
  test('are a list with the time in which they come', () => {
    const { rule } = read('all:\n  - event: iceberg\n  - trend: bullish\nwithin: 5 min');
    expect(rule?.entry).toEqual({
      all: [
        { ...EVENT, eventTypes: ['iceberg'] },
        { kind: 'trend', to: ['bullish'] },
      ],
      withinSeconds: 300,
    });
  });

  test.each([
    ['all:\n  - event: iceberg\n  - trend: bullish', 4, 'expected entry.within'],
    ['all: iceberg\nwithin: 5 min', 5, 'expected a list for entry.all'],
    ['all:\n  - iceberg\nwithin: 5 min', 6, 'expected fields in entry.all.0'],
    ['all:\n  - event: iceberg\n  - side: bid\nwithin: 5 min', 7, 'in entry.all.1'],
    [
      'all:\n  - event: iceberg\n  - trend: up\nwithin: 5 min',
      7,
      'expected bullish, bearish or consolidating',
    ],
    ['all:\n  - event: iceberg\nwithin: 5 min\nevent: iceberg', 8, 'expected all or within, got event'],
  ])('%j', (entry, line, message) => {
    expect(faultOf(entry)).toMatchObject({ kind: 'unreadable', line });
    expect(faultOf(entry)?.message).toContain(message);
  });
});
