/** The address of a rule that is requested. */
import { FLOW_EVENT_TYPES } from '@undertow/market';
import { expect, test } from 'vitest';
import { alertAddress, requestedAlert } from './requested-alert.ts';

const queryOf = (address: string): URLSearchParams => new URL(address, 'http://localhost').searchParams;

test('what one page requests is what the other reads', () => {
  for (const eventType of FLOW_EVENT_TYPES) {
    const requested = { instrumentId: 4, eventType, price: '69.18' };
    expect(requestedAlert(queryOf(alertAddress(requested)))).toEqual(requested);
  }
});

test('an address without a valid request opens no editor', () => {
  const requested = (query: string) => requestedAlert(new URLSearchParams(query));
  expect(requested('tab=rules')).toBeNull();
  expect(requested('instrumentId=1&eventType=nothing')).toBeNull();
  expect(requested('instrumentId=-7&eventType=iceberg')).toBeNull();
  expect(requested('instrumentId=1&eventType=iceberg&price=<b>')?.price).toBe('');
});
