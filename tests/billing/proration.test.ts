/** What an upgrade costs: the provider's quote equals our own computation in whole pence, within a penny. */
import { PLANS } from '@undertow/contracts';
import { restOfPeriodPence } from '@undertow/sandbox/src/stripe/invoices/proration.ts';
import { unusedPence } from '@undertow/server/src/modules/billing/proration.ts';
import type { SubscriptionSnapshot } from '@undertow/server/src/ports/billing.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BillingRig, DAY_MS, openBillingRig } from './billing-rig.ts';

/** Quotes requested from the provider over HTTP. */
const QUOTED = process.env['LONG_TESTS'] === '1' ? 10_000 : 300;
const COMPUTED = 10_000;
/** Quotes under way at once. */
const AT_ONCE = 8;

const price = fc.integer({ min: 1, max: 100_000 });

test(`${COMPUTED} parts of periods give the sandbox's amounts to the penny`, () => {
  fc.assert(
    fc.property(
      price,
      fc.integer({ min: 1_700_000_000, max: 1_900_000_000 }),
      fc.integer({ min: 1, max: 32 * 86_400 }),
      fc.double({ min: -0.1, max: 1.1, noNaN: true }),
      (pence, start, length, part) => {
        const end = start + length;
        const at = Math.floor(start + length * part);
        expect(unusedPence(pence, { start, end, at })).toBe(restOfPeriodPence(pence, { start, end }, at));
      },
    ),
    { numRuns: COMPUTED },
  );
});

let rig: BillingRig;
const snapshots: SubscriptionSnapshot[] = [];
beforeAll(async () => {
  rig = await openBillingRig();
  for (const tier of ['basic', 'pro'] as const) {
    const payer = await rig.newPayer();
    await payer.subscribe(tier);
    await rig.later(15 * DAY_MS);
    const snapshot = (await rig.app.stores.billingStore.current(payer.id))?.snapshot;
    if (snapshot !== undefined) snapshots.push(snapshot);
  }
}, 180_000);
afterAll(() => rig.close());

const priceOf = (tier: string): number => PLANS.find(({ id }) => id === tier)?.pricePence ?? 0;

test(`${QUOTED} quotes of the provider equal ours within a penny`, { timeout: 1_800_000 }, async () => {
  const moves = snapshots.flatMap((snapshot) =>
    PLANS.filter(({ pricePence }) => pricePence > snapshot.pricePence).map(({ id }) => ({
      snapshot,
      to: id,
    })),
  );
  expect(moves).toHaveLength(3);
  const draws = fc.sample(
    fc.tuple(fc.constantFrom(...moves), fc.double({ min: 0, max: 1, noNaN: true })),
    QUOTED,
  );
  let largest = 0;
  const quote = async ([{ snapshot, to }, part]: (typeof draws)[number]): Promise<void> => {
    const [start, end] = [snapshot.periodStartsAtMs / 1000, snapshot.periodEndsAtMs / 1000];
    const at = Math.min(end - 1, Math.floor(start + (end - start) * part));
    const { totalPence, lines, prorationDate } = await rig.gateway.previewChange(snapshot, to, at);
    expect(prorationDate).toBe(at);
    expect(lines.reduce((sum, { amountPence }) => sum + amountPence, 0)).toBe(totalPence);
    const rest = { start, end, at };
    const own = unusedPence(priceOf(to), rest) - unusedPence(priceOf(snapshot.tier), rest);
    largest = Math.max(largest, Math.abs(totalPence - own));
  };
  for (let first = 0; first < draws.length; first += AT_ONCE) {
    await Promise.all(draws.slice(first, first + AT_ONCE).map(quote));
  }
  expect(largest).toBeLessThanOrEqual(1);
});
