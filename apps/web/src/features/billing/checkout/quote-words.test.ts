/** Words of a quote. */
import type { SubscriptionQuote } from '@undertow/contracts';
import { expect, test } from 'vitest';
import { checkoutWords, needsSupplyConsent, quoteNote, summaryLines } from './quote-words.ts';

const QUOTE: SubscriptionQuote = {
  tier: 'pro',
  kind: 'trial',
  dueNowPence: 0,
  vatPence: 0,
  lines: [],
  startsAt: '2026-11-19T12:00:00Z',
  nextChargeAt: '2026-12-03T12:00:00Z',
  nextChargePence: 9900,
  prorationDate: null,
  pausedSymbols: [],
};

test('a trial charges nothing today and names the first payment', () => {
  expect(quoteNote(QUOTE)).toBe('14 days free. Nothing today, £99.00 on 3 Dec 2026.');
  expect(checkoutWords(QUOTE)).toEqual({
    title: 'Start your 14-day free trial',
    lead: 'Nothing is charged today. First payment £99.00 on 3 December 2026.',
    action: 'Start free trial',
  });
  expect(summaryLines(QUOTE).map((line) => line.amountPence)).toEqual([9900, -9900]);
});

test('who has used the trial reads what is charged today', () => {
  const start = { ...QUOTE, kind: 'start' as const, dueNowPence: 9900, vatPence: 1650 };
  expect(quoteNote(start)).toBe('Today £99.00, then £99.00 on 3 Dec 2026.');
  expect(checkoutWords(start).lead).toBe(
    'You have used your trial, so £99.00 is charged today. Next payment £99.00 on 3 December 2026.',
  );
  expect(checkoutWords(start).action).toBe('Pay £99.00');
});

test('an upgrade is charged to the penny, or not at all during a trial', () => {
  const upgrade = { ...QUOTE, tier: 'elite' as const, kind: 'upgrade' as const, nextChargePence: 19_900 };
  expect(quoteNote({ ...upgrade, dueNowPence: 4333 })).toBe(
    'Starts immediately. Today £43.33, then £199.00 on 3 Dec 2026.',
  );
  expect(checkoutWords({ ...upgrade, dueNowPence: 4333 }).action).toBe('Pay £43.33 and upgrade');
  expect(quoteNote(upgrade)).toBe('Starts immediately. Nothing today, £199.00 on 3 Dec 2026.');
  expect(checkoutWords(upgrade).action).toBe('Upgrade to Elite');
  const lines = [
    { text: 'Unused time on Pro', amountPence: -4290 },
    { text: 'Remaining time on Elite', amountPence: 8623 },
  ];
  expect(summaryLines({ ...upgrade, lines })).toEqual(lines);
});

test('a smaller plan says from when, and which instruments pause', () => {
  const smaller = {
    ...QUOTE,
    tier: 'basic' as const,
    kind: 'downgrade' as const,
    startsAt: '2026-12-03T12:00:00Z',
    nextChargePence: 5000,
  };
  expect(quoteNote({ ...smaller, pausedSymbols: ['NQ', 'CL'] })).toBe(
    'From 3 Dec 2026, nothing today. NQ and CL pause then.',
  );
  expect(quoteNote({ ...smaller, pausedSymbols: ['CL'] })).toContain('CL pauses then.');
  expect(checkoutWords(smaller).lead).toBe('Basic starts on 3 December 2026. Nothing is charged today.');
  expect(summaryLines(smaller)).toEqual([]);
});

test('only a new contract requests supply within the cooling-off period', () => {
  const kinds = ['trial', 'start', 'upgrade', 'downgrade', 'current'] as const;
  expect(kinds.filter((kind) => needsSupplyConsent({ ...QUOTE, kind }))).toEqual(['trial', 'start']);
});
