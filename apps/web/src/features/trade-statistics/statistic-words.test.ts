/** Words of figures. */
import type { StatisticDto } from '@undertow/contracts';
import { NO_VALUE_REASONS } from '@undertow/journal';
import { describe, expect, test } from 'vitest';
import {
  durationText,
  intervalText,
  noteText,
  reasonText,
  sampleText,
  sectionsOf,
  valueText,
} from './statistic-words.ts';

const RATE: StatisticDto = {
  unit: 'rate',
  value: '0.561',
  n: 41,
  ci95: ['0.41', '0.7'],
  reason: null,
  judged: true,
};

describe('a figure', () => {
  test('is written in its unit, with a true minus', () => {
    expect(valueText('rate', '0.5338', 'USD')).toBe('53.4%');
    expect(valueText('money', '-1842.5', 'USD')).toBe('−$1,842.50');
    expect(valueText('ratio', '-0.3', null)).toBe('−0.30');
    expect(valueText('count', '1234', null)).toBe('1,234');
    expect(valueText('duration', '200', null)).toBe('3 min 20 s');
  });

  test('has an interval in the same unit, or a dash', () => {
    expect(intervalText(RATE, null)).toBe('41.0% to 70.0%');
    expect(intervalText({ ...RATE, ci95: null }, null)).toBe('–');
  });

  test('names its sample: trades, days, winners', () => {
    expect(sampleText('winRate', 1)).toBe('1 trade');
    expect(sampleText('sharpe', 18)).toBe('18 days');
    expect(sampleText('averageWin', 63)).toBe('63 winners');
  });

  test('below its sample says how large it must be', () => {
    expect(noteText('winRate', RATE)).toBe('');
    expect(noteText('profitFactor', { ...RATE, judged: false })).toBe('sample too small to judge: 50 trades');
    for (const reason of ['too-few', 'too-few-days'])
      expect(noteText('calmar', { ...RATE, value: null, reason, judged: false })).toBe(
        'shown from 250 days on',
      );
  });

  test('without a value says why, for every reason there is', () => {
    expect(reasonText('profitFactor', 'no-losses')).toBe('no losing trades yet');
    for (const reason of NO_VALUE_REASONS) expect(reasonText('winRate', reason)).not.toBe('not enough data');
    expect(reasonText('winRate', 'something new')).toBe('not enough data');
  });

  test('of time is given in its two largest units', () => {
    expect([0, 59, 60, 3599, 3600, 100_000].map(durationText)).toEqual([
      '0 s',
      '59 s',
      '1 min',
      '59 min 59 s',
      '1 h',
      '1 d 3 h',
    ]);
  });
});

test('figures are under headings, and a new one at the end', () => {
  const figure = (name: string) => ({ name, label: name, statistic: RATE });
  const sections = sectionsOf([figure('sharpe'), figure('brandNew'), figure('winRate')]);
  expect(sections.map(({ title, figures }) => [title, figures.map(({ name }) => name)])).toEqual([
    ['Result', ['winRate']],
    ['Drawdown and days', ['sharpe']],
    ['Further figures', ['brandNew']],
  ]);
});
