/** Announcements written by a person. */
import { expect, test } from 'vitest';
import { newsLinesOf, newsTimesOf } from './news-lines.ts';

test('lines are Chicago time, in winter and in summer, sorted and each once', () => {
  const found = newsTimesOf('2026-07-14 07:30\n\n 2026-01-13 07:30 \n2026-07-14 7:30');
  expect(found).toEqual({ times: ['2026-01-13T13:30:00.000Z', '2026-07-14T12:30:00.000Z'] });
});

test('what was saved is returned as it was written', () => {
  const text = '2026-01-13 07:30\n2026-07-14 13:00';
  const found = newsTimesOf(text);
  expect('times' in found && newsLinesOf(found.times)).toBe(text);
});

test.each(['13/01/2026 07:30', '2026-02-30 07:30', '2026-01-13 24:00', '2026-01-13', 'CPI'])(
  '%s is reported as the invalid line',
  (line) => {
    expect(newsTimesOf(`2026-01-13 07:30\n${line}`)).toEqual({ wrong: line });
  },
);
