/** Values of a rule's text: what each of them accepts, what it says of the rest, and that writing one and reading it changes nothing. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as value from './text-values.ts';

type Reader = (text: string) => unknown;

describe('what is written as a trader writes it is read', () => {
  test.each<readonly [name: string, read: Reader, text: string, expected: unknown]>([
    ['milliseconds', value.readDuration, '50 ms', 50],
    ['seconds', value.readDuration, '30 s', 30_000],
    ['minutes', value.readDuration, '60 min', 3_600_000],
    ['hours', value.readDuration, '2 h', 7_200_000],
    ['a duration without a space', value.readDuration, '5min', 300_000],
    ['no time at all', value.readDuration, '0 s', 0],
    ['the longest number of a duration', value.readDuration, '9999999 ms', 9_999_999],
    ['seconds of minutes', value.readSeconds, '2 min', 120],
    ['whole seconds in milliseconds', value.readSeconds, '3000 ms', 3],
    ['ticks', value.readDistance, '16 ticks', { value: 16, unit: 'ticks' }],
    ['one tick', value.readDistance, '1 tick', { value: 1, unit: 'ticks' }],
    ['ranges with a fraction', value.readDistance, '1.5 ranges', { value: 1.5, unit: 'ranges' }],
    ['one range', value.readDistance, '1 range', { value: 1, unit: 'ranges' }],
    ['ticks where nothing else is possible', value.readTicks, '4', 4],
    ['the same with its unit', value.readTicks, '4 ticks', 4],
    ['a whole number', value.readWhole, '12', 12],
    ['a bound', value.readAtLeast, '>= 300', 300],
    ['a bound without its sign', value.readAtLeast, '300', 300],
    ['a bound with a fraction', value.readAtLeast, '>=2.5', 2.5],
    ['contracts', value.readSize, '>= 25', 25],
    ['a probability', value.readProbability, '>= 0.75 or exact', 0.75],
    ['a probability without the exact ones, which always qualify', value.readProbability, '0.75', 0.75],
    ['only what is exact', value.readProbability, 'exact', 1],
    ['a yes', value.readBoolean, 'true', true],
    ['a no', value.readBoolean, 'false', false],
    ['an amount with its currency', value.readUsd, '4.20 USD', '4.20'],
    ['an amount as it is written, zeros included', value.readUsd, '4.2000', '4.2000'],
    ['an amount without cents', value.readUsd, '4', '4'],
  ])('%s', (_, read, text, expected) => {
    expect(read(text)).toEqual(expected);
  });
});

describe('the rest is refused with what was expected and what was written', () => {
  const duration = 'expected a duration such as 30 s or 60 min, got ';
  const distance = 'expected a distance such as 16 ticks or 1.5 ranges, got ';
  const bound = 'expected a bound such as >= 300, got ';
  const amount = 'expected an amount such as 4.20 USD, got ';
  test.each<readonly [name: string, read: Reader, text: string, message: string]>([
    ['a duration without a unit', value.readDuration, '60', `${duration}60`],
    ['a duration of an unknown unit', value.readDuration, '60 days', `${duration}60 days`],
    ['a duration with a fraction', value.readDuration, '1.5 s', `${duration}1.5 s`],
    ['a negative duration', value.readDuration, '-5 s', `${duration}-5 s`],
    ['a duration of eight digits', value.readDuration, '10000000 ms', `${duration}10000000 ms`],
    ['a duration with something after it', value.readDuration, '5 s ago', `${duration}5 s ago`],
    ['a part of a second', value.readSeconds, '1500 ms', 'expected whole seconds, got 1500 ms'],
    ['a distance without a unit', value.readDistance, '16', `${distance}16`],
    ['a distance in points', value.readDistance, '4 points', `${distance}4 points`],
    ['a part of a tick', value.readDistance, '1.5 ticks', 'expected whole ticks, got 1.5 ticks'],
    ['a distance of seven digits', value.readDistance, '1000000 ticks', `${distance}1000000 ticks`],
    ['a distance of five decimals', value.readDistance, '1.00001 ranges', `${distance}1.00001 ranges`],
    ['ranges where ticks are needed', value.readTicks, '2 ranges', 'expected ticks, got 2 ranges'],
    ['a number with a fraction', value.readWhole, '1.5', 'expected a whole number, got 1.5'],
    ['a negative number', value.readWhole, '-1', 'expected a whole number, got -1'],
    ['no number', value.readWhole, '', 'expected a whole number, got '],
    ['an upper bound', value.readAtLeast, '<= 300', `${bound}<= 300`],
    ['a strict bound', value.readAtLeast, '> 300', `${bound}> 300`],
    ['a part of a contract', value.readSize, '>= 2.5', 'expected whole contracts, got >= 2.5'],
    ['a probability in per cent', value.readProbability, '75', 'expected a probability from 0 to 1, got 75'],
    ['a probability in words', value.readProbability, 'likely', `${bound}likely`],
    ['another word for true', value.readBoolean, 'yes', 'expected true or false, got yes'],
    ['another spelling of true', value.readBoolean, 'True', 'expected true or false, got True'],
    ['another currency', value.readUsd, '4.20 EUR', `${amount}4.20 EUR`],
    ['a negative amount', value.readUsd, '-4.20', `${amount}-4.20`],
    ['an amount with a decimal comma', value.readUsd, '4,20 USD', `${amount}4,20 USD`],
    ['an amount of six digits', value.readUsd, '100000', `${amount}100000`],
  ])('%s', (_, read, text, message) => {
    expect(() => read(text)).toThrow(new value.ValueError(message));
  });
});

test('a word is one of those that are listed, and the refusal lists them all', () => {
  const read = value.wordReader(['low', 'mid', 'high'] as const);
  expect(['low', 'mid', 'high'].map(read)).toEqual(['low', 'mid', 'high']);
  expect(() => read('medium')).toThrow('expected low, mid or high, got medium');
  expect(() => read('LOW')).toThrow('expected low, mid or high, got LOW');
  expect(() => value.wordReader(['market'])('stop')).toThrow('expected market, got stop');
});

test('a list of words reads as a sentence does, however long it is', () => {
  expect(value.orList([])).toBe('');
  expect(value.orList(['one'])).toBe('one');
  expect(value.orList(['one', 'two'])).toBe('one or two');
  expect(value.orList(['one', 'two', 'three'])).toBe('one, two or three');
});

test('a duration is written in the largest unit that is whole', () => {
  const written = [0, 1, 999, 1000, 1500, 60_000, 90_000, 3_600_000, 5_400_000].map(value.durationText);
  expect(written).toEqual(['0 s', '1 ms', '999 ms', '1 s', '1500 ms', '1 min', '90 s', '1 h', '90 min']);
});

test('durations, distances and probabilities are what they were after writing and reading', () => {
  fc.assert(
    fc.property(
      fc.nat(9_999_999),
      fc.integer({ min: 1, max: 99_999 }),
      fc.integer({ min: 1, max: 1000 }),
      (ms, amount, thousandths) => {
        expect(value.readDuration(value.durationText(ms))).toBe(ms);
        for (const distance of [
          { value: amount, unit: 'ticks' as const },
          { value: amount / 100, unit: 'ranges' as const },
        ])
          expect(value.readDistance(value.distanceText(distance))).toEqual(distance);
        const written = value.probabilityText(thousandths / 1000).replaceAll('"', '');
        expect(value.readProbability(written)).toBe(thousandths / 1000);
      },
    ),
  );
});

test('any text is read or refused with a value error, and with no other one', () => {
  const readers: readonly Reader[] = [
    value.readDuration,
    value.readSeconds,
    value.readDistance,
    value.readTicks,
    value.readWhole,
    value.readAtLeast,
    value.readSize,
    value.readProbability,
    value.readBoolean,
    value.readUsd,
  ];
  const parts = fc.constantFrom('1', '0', '.', '>=', ' ', 's', 'min', 'ticks', 'ranges', 'exact', 'or', '-');
  const anyText = fc.oneof(
    fc.string(),
    fc.array(parts, { maxLength: 6 }).map((list) => list.join('')),
  );
  fc.assert(
    fc.property(anyText, fc.constantFrom(...readers), (text, read) => {
      try {
        expect(read(text)).not.toBeNaN();
      } catch (error) {
        expect(error).toBeInstanceOf(value.ValueError);
      }
    }),
    { numRuns: 300 },
  );
});
