/** Refunds: never more than was paid, and the full amount within the withdrawal period. */
import { DAY_MS } from '@undertow/market';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { coolingOffEndsAtMs, type PaidInvoice, refundsDue, totalOf } from './refund-due.ts';

const START = Date.UTC(2026, 10, 3, 9);
const contract = {
  id: 'sub_1',
  createdAtMs: START,
  pricePence: 9900,
  periodStartsAtMs: START,
  periodEndsAtMs: START + 30 * DAY_MS,
};

function paid(changes: Partial<PaidInvoice> = {}): PaidInvoice {
  return {
    id: 'in_1',
    subscriptionId: 'sub_1',
    paidPence: 9900,
    refundedPence: 0,
    paidAtMs: START + 5000,
    paymentIntentId: 'pi_1',
    ...changes,
  };
}

const due = (invoices: readonly PaidInvoice[], atMs: number, changes: Partial<typeof contract> = {}) =>
  totalOf(refundsDue({ ...contract, ...changes }, invoices, atMs));

describe('within the withdrawal period', () => {
  test('everything is refunded, to the last second of the fourteenth day', () => {
    const end = coolingOffEndsAtMs(contract, [paid()]) ?? 0;
    expect(new Date(end).toISOString()).toBe('2026-11-18T00:00:00.000Z');
    expect(due([paid()], end - 1)).toBe(9900);
    expect(due([paid()], end)).toBeLessThan(9900);
  });

  test('they count from the first charge where a trial came before it', () => {
    const charged = paid({ paidAtMs: START + 14 * DAY_MS });
    expect(coolingOffEndsAtMs(contract, [charged])).toBe(Date.UTC(2026, 11, 2));
  });

  test('a refunded part is not refunded again', () => {
    expect(due([paid({ refundedPence: 9000 })], START + DAY_MS)).toBe(900);
    expect(due([paid({ refundedPence: 9900 })], START + DAY_MS)).toBe(0);
  });

  test('a full refund is given once: after a contract that was given back whole, the days used are charged', () => {
    const before = paid({
      id: 'in_0',
      subscriptionId: 'sub_0',
      refundedPence: 9900,
      paymentIntentId: 'pi_0',
    });
    expect(coolingOffEndsAtMs(contract, [paid(), before])).toBeNull();
    expect(due([paid(), before], START + 15 * DAY_MS)).toBe(4950);
  });
});

describe('later', () => {
  test('the unused part is refunded, from the newest payment first', () => {
    const upgrade = paid({
      id: 'in_2',
      paidPence: 2000,
      paidAtMs: START + 20 * DAY_MS,
      paymentIntentId: 'pi_2',
    });
    expect(refundsDue(contract, [paid(), upgrade], START + 22.5 * DAY_MS)).toEqual([
      { invoiceId: 'in_2', paymentIntentId: 'pi_2', amountPence: 2000 },
      { invoiceId: 'in_1', paymentIntentId: 'pi_1', amountPence: 475 },
    ]);
  });

  test('nothing is refunded of a failed renewal, though earlier months were paid', () => {
    const lastMonth = paid({ paidAtMs: START - 30 * DAY_MS });
    expect(due([lastMonth], START + DAY_MS)).toBe(0);
  });

  test('nothing is refunded after the end of the period, and nothing of other people’s invoices', () => {
    expect(due([paid()], START + 31 * DAY_MS)).toBe(0);
    expect(due([paid({ subscriptionId: 'sub_2' })], START + DAY_MS)).toBe(0);
    expect(due([paid({ paymentIntentId: null })], START + DAY_MS)).toBe(0);
  });
});

test('a refund never exceeds its payment, whatever was paid, refunded and when', () => {
  const invoice = fc.record({
    paidPence: fc.nat(20_000),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    paidAfterDays: fc.integer({ min: -40, max: 40 }),
  });
  fc.assert(
    fc.property(fc.array(invoice, { maxLength: 5 }), fc.integer({ min: -5, max: 60 }), (drawn, days) => {
      const invoices = drawn.map(({ paidPence, share, paidAfterDays }, index) =>
        paid({
          id: `in_${index}`,
          paymentIntentId: `pi_${index}`,
          paidPence,
          refundedPence: Math.floor(paidPence * share),
          paidAtMs: START + paidAfterDays * DAY_MS,
        }),
      );
      for (const { invoiceId, amountPence } of refundsDue(contract, invoices, START + days * DAY_MS)) {
        const of = invoices.find(({ id }) => id === invoiceId);
        expect(amountPence).toBeGreaterThan(0);
        expect(amountPence).toBeLessThanOrEqual((of?.paidPence ?? 0) - (of?.refundedPence ?? 0));
      }
    }),
  );
});
