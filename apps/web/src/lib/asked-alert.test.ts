/** The address of a rule that is asked for. */
import { FLOW_EVENT_TYPES } from '@undertow/market';
import { expect, test } from 'vitest';
import { alertAddress, askedAlert } from './asked-alert.ts';

const queryOf = (address: string): URLSearchParams => new URL(address, 'http://localhost').searchParams;

test('what one page asks for is what the other reads', () => {
  for (const eventType of FLOW_EVENT_TYPES) {
    const asked = { instrumentId: 4, eventType, price: '69.18' };
    expect(askedAlert(queryOf(alertAddress(asked)))).toEqual(asked);
  }
});

test('an address that asks for nothing that can be opens no editor', () => {
  const asked = (query: string) => askedAlert(new URLSearchParams(query));
  expect(asked('tab=rules')).toBeNull();
  expect(asked('instrumentId=1&eventType=nothing')).toBeNull();
  expect(asked('instrumentId=-7&eventType=iceberg')).toBeNull();
  expect(asked('instrumentId=1&eventType=iceberg&price=<b>')?.price).toBe('');
});
