/** What counts as an outage of storage, and what does not. */
import { DrizzleQueryError } from 'drizzle-orm/errors';
import { expect, test } from 'vitest';
import { outageOf } from './outage.ts';

const coded = (code: string, more: object = {}): Error => Object.assign(new Error(code), { code, ...more });

test.each([
  ['53100', 'STORAGE_FULL'],
  ['ENOSPC', 'STORAGE_FULL'],
  ['53300', 'DATABASE_BUSY'],
  ['53200', 'DATABASE_BUSY'],
  ['57014', 'DATABASE_BUSY'],
  ['40P01', 'DATABASE_BUSY'],
  ['08006', 'DATABASE_AWAY'],
  ['57P01', 'DATABASE_AWAY'],
  ['57P02', 'DATABASE_AWAY'],
  ['57P03', 'DATABASE_AWAY'],
  ['ECONNREFUSED', 'DATABASE_AWAY'],
  ['ECONNRESET', 'DATABASE_AWAY'],
  ['EPIPE', 'DATABASE_AWAY'],
])('the code %s is %s, also as the cause of a failed statement', (code, outage) => {
  expect(outageOf(coded(code))).toBe(outage);
  expect(outageOf(new DrizzleQueryError('rollback', [], coded(code)))).toBe(outage);
});

test.each([
  ['Connection terminated unexpectedly', 'DATABASE_AWAY'],
  ['Connection terminated due to connection timeout', 'DATABASE_AWAY'],
  ['Client has encountered a connection error and is not queryable', 'DATABASE_AWAY'],
  ['Client was closed and is not queryable', 'DATABASE_AWAY'],
  ['Cannot use a pool after calling end on the pool', 'DATABASE_AWAY'],
  ['timeout exceeded when trying to connect', 'DATABASE_BUSY'],
])('a driver error without a code: %s', (message, outage) => {
  expect(outageOf(new Error(message))).toBe(outage);
});

test('a missing socket file is an outage, any other missing file is not', () => {
  expect(outageOf(coded('ENOENT', { syscall: 'connect' }))).toBe('DATABASE_AWAY');
  expect(outageOf(coded('ENOENT', { syscall: 'open' }))).toBeNull();
});

test('refusals, mistakes and values that are no errors are no outage', () => {
  for (const code of ['23505', '22P02', '42501', '42P01', '28P01']) expect(outageOf(coded(code))).toBeNull();
  for (const thrown of [new TypeError('x'), 'ECONNREFUSED', null, undefined, 53100, {}])
    expect(outageOf(thrown)).toBeNull();
});

test('a circular chain of causes is followed to an end', () => {
  const circle = new Error('circle');
  circle.cause = new Error('inner', { cause: circle });
  expect(outageOf(circle)).toBeNull();
});
