/** The privacy policy names every table with personal data, and no table that is not there. */
import { PERSONAL_DATA_RECORD } from '@undertow/contracts';
import { expect, test } from 'vitest';
import { IMPERSONAL_TABLES } from '#testing/impersonal-tables.ts';
import { PERSONAL_TABLES } from './personal-data.ts';

const named = PERSONAL_DATA_RECORD.flatMap(({ tables }) => tables);

test('the privacy policy names what is registered for export and erasure', () => {
  expect(Object.keys(PERSONAL_TABLES).filter((table) => !named.includes(table))).toEqual([]);
});

test('the privacy policy names each table once, and only tables of the database', () => {
  const all = [...Object.keys(PERSONAL_TABLES), ...Object.keys(IMPERSONAL_TABLES)];
  expect(named.filter((table) => !all.includes(table))).toEqual([]);
  expect(new Set(named).size).toBe(named.length);
});
