/** Addresses and errors of calls. */
import { expect, test } from 'vitest';
import { loginAddress } from '#api/account/auth.ts';
import { readableError } from '#lib/format/readable-error.ts';
import { ApiError, isUnauthorized } from './api-error.ts';
import { pathOf } from './call.ts';

test('parameters are filled in and null or undefined values of a query are left out', () => {
  expect(pathOf('/api/alerts/:id/read', { id: 'a/b' })).toBe('/api/alerts/a%2Fb/read');
  expect(pathOf('/api/market-data', {}, { instrumentId: 1, timeframe: '1m', end: undefined, x: null })).toBe(
    '/api/market-data?instrumentId=1&timeframe=1m',
  );
});

test('the message is the status, a colon, a space and the body, or the status text for an empty body', () => {
  expect(new ApiError(503, 'Service Unavailable', '{"message":"m"}').message).toBe('503: {"message":"m"}');
  expect(new ApiError(502, 'Bad Gateway', '').message).toBe('502: Bad Gateway');
});

test('people read the message of the body, and the body itself where it is something else', () => {
  const body = JSON.stringify({ message: 'There is no such instrument.', code: 'X', requestId: 'r' });
  expect(readableError(new ApiError(404, 'Not Found', body))).toBe('There is no such instrument.');
  expect(readableError(new ApiError(502, 'Bad Gateway', 'upstream is down'))).toBe('upstream is down');
});

test('only a 401 that says Unauthorized signs out', () => {
  const body = JSON.stringify({ message: 'Unauthorized: x', code: 'UNAUTHORIZED', requestId: 'r' });
  expect(isUnauthorized(new ApiError(401, 'Unauthorized', body))).toBe(true);
  expect(isUnauthorized(new ApiError(401, 'Nope', 'nope'))).toBe(false);
  expect(isUnauthorized(new ApiError(403, 'Unauthorized', ''))).toBe(false);
});

test('sign-in returns to where it began', () => {
  expect(loginAddress()).toBe('/api/login');
  expect(loginAddress('/')).toBe('/api/login');
  expect(loginAddress('/?event=a')).toBe('/api/login?returnTo=%2F%3Fevent%3Da');
});
