/** One list of what failed for good. */
import { expect, test } from 'vitest';
import { deadLettersOf } from './dead-letters.ts';

const at = (hour: number): string => `2026-11-20T${hour}:00:00.000Z`;

test('jobs, mails that were given up and alerts are listed together, the newest first', () => {
  const mail = { template: 'welcome', attempts: 12, error: null };
  const { letters, count } = deadLettersOf({
    jobs: {
      ...{ waiting: 0, running: 0, failed: [], deadCount: 3 },
      dead: [
        {
          ...{ id: 'j', kind: 'process-session', userId: null, requestedAt: at(10), failedAt: at(12) },
          ...{ attempts: 3, error: 'no file', payload: '{}' },
        },
      ],
    },
    mails: {
      ...{ waiting: 1, sentToday: 0 },
      failed: [
        { ...mail, id: 'given up', createdAt: at(14), nextAttemptAt: null },
        { ...mail, id: 'trying', createdAt: at(15), nextAttemptAt: at(16) },
      ],
    },
    alerts: {
      ...{ waiting: 0, deadCount: 1 },
      dead: [
        {
          ...{ id: 'a', userId: 'ann', ruleId: null, title: 'ES above 5000', failedAt: at(13), refusals: 2 },
          ...{ error: 'out of range', sqlState: '22003' },
        },
      ],
    },
  });
  expect(count).toBe(5);
  expect(letters.map(({ of, title, error }) => [of, title, error])).toEqual([
    ['mail', 'Email welcome', 'unknown'],
    ['alert', 'Alert ES above 5000', 'out of range (SQLSTATE 22003)'],
    ['job', 'Job process session', 'no file'],
  ]);
});
