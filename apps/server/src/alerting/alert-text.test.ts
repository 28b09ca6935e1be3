/** Words of alerts: what happened, in prices as the market writes them. */
import type { AlertCondition } from '@undertow/contracts';
import { epochMs, type Instrument, instrumentBySymbol } from '@undertow/market';
import { expect, test } from 'vitest';
import { ES, makeRule, T } from '#testing/rule-board.ts';
import { makeEvent } from '#testing/views.ts';
import { eventText, textOf } from './alert-text.ts';
import { compileRule } from './compile-rule.ts';
import type { FiringFact } from './market-step.ts';

const ZN = instrumentBySymbol('ZN') as Instrument;
const TREND: AlertCondition = { kind: 'trend', to: ['bullish'] };

function text(fact: FiringFact, priceTicks: number | null = 20_010, instrument = ES) {
  const compiled = compileRule(makeRule('My rule', TREND), instrument, null);
  return textOf({ compiled, atMs: epochMs(T), priceTicks, fact });
}

test('a crossing names its direction and its price, and the last price', () => {
  expect(text({ kind: 'crossed', isUp: true, levelTicks: 20_000 })).toEqual({
    title: 'ES crossed above 5000.00',
    message: 'Last price 5002.50 · My rule',
  });
  expect(text({ kind: 'crossed', isUp: false, levelTicks: 20_000 }).title).toBe('ES crossed below 5000.00');
});

test('a price that was reached is named', () => {
  expect(text({ kind: 'reached', levelTicks: 20_001 }).title).toBe('ES reached 5000.25');
});

test('prices are in the notation of their market', () => {
  expect(text({ kind: 'reached', levelTicks: 7065 }, 7066, ZN)).toEqual({
    title: "ZN reached 110'125",
    message: "Last price 110'130 · My rule",
  });
});

test('before the first trade there is no last price', () => {
  expect(text({ kind: 'reached', levelTicks: 1 }, null).message).toBe('No trade yet · My rule');
});

test('a move has its direction, its ticks without a sign, and its share of where it began', () => {
  const windowMs = 5 * 60_000;
  expect(text({ kind: 'moved', ticks: 8, fromTicks: 20_000, windowMs })).toEqual({
    title: 'ES up 8 ticks in 5 min',
    message: 'Last price 5002.50, up 0.04% from 5000.00 · My rule',
  });
  expect(text({ kind: 'moved', ticks: -250, fromTicks: 20_000, windowMs })).toEqual({
    title: 'ES down 250 ticks in 5 min',
    message: 'Last price 5002.50, down 1.25% from 5000.00 · My rule',
  });
  expect(text({ kind: 'moved', ticks: 5, fromTicks: -1000, windowMs }).message).toContain(
    'up 0.50% from -250.00',
  );
});

test('full hours are hours, other spans are minutes', () => {
  const title = (minutes: number) =>
    text({ kind: 'moved', ticks: 8, fromTicks: 1, windowMs: minutes * 60_000 }).title;
  expect([1, 59, 60, 90, 120, 1440].map(title).map((one) => one.replace('ES up 8 ticks in ', ''))).toEqual([
    '1 min',
    '59 min',
    '1 h',
    '90 min',
    '2 h',
    '24 h',
  ]);
});

test('volume names what normal means', () => {
  const volume = { kind: 'volume', times: 3.26, volume: 1234, windowMinutes: 15 } as const;
  expect(text({ ...volume, days: 20 })).toEqual({
    title: 'ES volume 3.3 times normal in 15 min',
    message: '1234 contracts; normal is the median of this time on 20 earlier trading days · My rule',
  });
  expect(text({ ...volume, days: null }).message).toBe(
    '1234 contracts; normal is the median of the last 2 hours · My rule',
  );
});

test('a trend names what it was and what it is', () => {
  expect(text({ kind: 'trend', from: 'bearish', to: 'bullish' })).toEqual({
    title: 'ES trend turned bullish',
    message: 'Daily trend was bearish. Last price 5002.50 · My rule',
  });
});

test('an event has its price in the title, and the message does not repeat it nor name the rule', () => {
  const event = makeEvent('e', T);
  expect(text({ kind: 'event', event })).toEqual({
    title: 'Iceberg at 5000.00',
    message: 'ES · bid refilled 9 times, 45 traded, exact',
  });
});

test('a sentence of an event continues the message: without its period, in lower case', () => {
  const event = makeEvent('e', T, { description: 'Stops were elected.', type: 'stop_run' });
  expect(eventText(ES, event)).toEqual({
    title: 'Stop run at 5000.00',
    message: 'ES · stops were elected, exact',
  });
});

test('a probability is a percentage, a score that is not calibrated is none', () => {
  const message = (changes: object) =>
    eventText(ES, makeEvent('e', T, { exact: false, description: 'X', ...changes })).message;
  expect(message({ confidence: 0.846, calibrator: 'iceberg 3' })).toBe('ES · x, 85%');
  expect(message({ confidence: 1, calibrator: 'iceberg 3' })).toBe('ES · x, 100%');
  expect(message({ confidence: 0.846, calibrator: 'score' })).toBe('ES · x, score 0.8, not calibrated');
});

test('spoofing is never stated as a finding', () => {
  expect(eventText(ES, makeEvent('e', T, { type: 'spoofing' })).title).toBe(
    'Spoofing-like pattern at 5000.00',
  );
});
