/** Every read that a page shows works while an administrator views the product as a user; the others are named with the reason. */
import { expect, test } from 'vitest';
import { ROUTES } from './all-routes.ts';
import { VIEW_READS } from './view-routes.ts';

/** Reads of a user that a view refuses. */
const NOT_IN_A_VIEW = {
  exportAccount: 'a download',
  exportBacktestTrades: 'a download',
  exportHistory: 'a download',
  exportTrades: 'a download',
  quoteSubscription: 'calls the payment provider',
  listInvoices: 'links to payment pages',
  listRithmicSystems: 'calls a gateway',
};

test('a read that is not the administrators’ is part of a view, or is refused for a reason', () => {
  const reads = ROUTES.filter(({ method, access }) => method === 'GET' && access !== 'admin');
  const refused = reads.filter(({ id }) => !VIEW_READS.has(id)).map(({ id }) => id);
  expect(refused.toSorted()).toEqual(Object.keys(NOT_IN_A_VIEW).toSorted());
});

test('a view reads and changes nothing: no route of another method is part of it', () => {
  for (const { id, method, viewable } of ROUTES)
    if (method !== 'GET') expect([id, viewable]).toEqual([id, false]);
});
