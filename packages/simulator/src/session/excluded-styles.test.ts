/** What no agent may draw does not occur, and what is excluded of nobody changes nothing. */
import { expect, test } from 'vitest';
import type { AgentStyle } from '#ground-truth/agent-styles.ts';
import { NOBODY } from '#ground-truth/prevalence.ts';
import { RowBuffer } from '#rows/row-buffer.ts';
import { rowsOf, TEST_START_MS, testSession } from '#testing/session.ts';

const MANY = { ...NOBODY, spoofSequencesPerHour: 120, absorptionsPerHour: 60 };

/** Parameters of the labels of half an hour. */
function paramsOf(type: string, excludedStyles: readonly AgentStyle[]) {
  const session = testSession('ES', 9, { generator: 'poisson', agents: MANY, excludedStyles });
  session.advance(TEST_START_MS + 30 * 60_000, new RowBuffer());
  return session
    .finish()
    .filter((label) => label.type === type)
    .map(({ params }) => params);
}

test('without spoofers who take or follow the price there is none of them', () => {
  const all = paramsOf('spoofing', []);
  expect(all.some(({ takes }) => takes === true)).toBe(true);
  expect(all.some(({ isPegged }) => isPegged === true)).toBe(true);
  const rest = paramsOf('spoofing', ['spoofing/taking', 'spoofing/pegged']);
  expect(rest.length).toBeGreaterThan(5);
  for (const params of rest) expect(params).toMatchObject({ takes: false, isPegged: false });
});

test('the rows of a market without styles are those of one that excludes some', () => {
  const rows = (excludedStyles: readonly AgentStyle[]) => [
    ...rowsOf(testSession('ES', 3, { generator: 'g1', excludedStyles }), 20).rows,
  ];
  expect(rows(['spoofing/machine', 'iceberg/constant'])).toEqual(rows([]));
});
