/** What is said of webhooks and deliveries. */
import type { WebhookDeliveryDto, WebhookDto } from '@undertow/contracts';
import { expect, test } from 'vitest';
import { NEW_DRAFT, newWebhookOf, toggled } from './webhook-draft.ts';
import { afterWords, pausedWords, scopeWords, shortId, tookWords } from './webhook-words.ts';

const symbolOf = (id: number) => (id === 1 ? 'ES' : 'NQ');

test('the scope names topics, events and instruments, and leaves out what is not narrowed', () => {
  const scope = { topics: ['event.raised', 'alert.fired'], eventTypes: [], instrumentIds: [] } as const;
  const of = (changes: object) => scopeWords({ ...scope, ...changes } as never, symbolOf);
  expect(of({})).toBe('New events and alerts');
  expect(of({ eventTypes: ['iceberg', 'stop_run'], instrumentIds: [1, 2] })).toBe(
    'New events and alerts of iceberg and stop run, on ES and NQ',
  );
});

test('a paused webhook says why, and what is kept', () => {
  const paused = { at: '2026-11-19T14:02:00.000Z', reason: 'failing' } as const;
  const webhook = { paused, failures: 12, lastStatus: 502, waiting: 9 } as WebhookDto;
  expect(pausedWords(webhook)).toMatch(
    /: 12 failures in a row, last answer 502\. 9 kept for 24 hours each\.$/,
  );
  expect(pausedWords({ ...webhook, paused: { ...paused, reason: 'gone' }, waiting: 0 })).toMatch(
    /: its receiver answered 410\.$/,
  );
});

test('beside an answer is what follows', () => {
  const delivery = {
    state: 'delivered',
    isResent: false,
    attempts: 1,
    nextAttemptAt: null,
  } as WebhookDeliveryDto;
  expect(afterWords(delivery)).toBe('');
  expect(afterWords({ ...delivery, isResent: true })).toBe('sent again by you');
  expect(afterWords({ ...delivery, state: 'failed' })).toBe('given up');
  expect(afterWords({ ...delivery, state: 'withheld' })).toBe('not in your plan');
  expect(afterWords({ ...delivery, state: 'waiting', attempts: 0 })).toBe('waiting');
  expect(afterWords({ ...delivery, state: 'waiting', nextAttemptAt: '2026-11-19T16:54:04.000Z' })).toMatch(
    /^next \d\d:\d\d/,
  );
});

test('ids are shortened, and long times are in seconds', () => {
  expect(shortId('msg_2Kp7aQx0Lm4nB8vC6zR1tYw1')).toBe('msg_2Kp7…w1');
  expect([tookWords(84), tookWords(2100), tookWords(null)]).toEqual(['84 ms', '2.1 s', '–']);
});

test('a chat is sent for Telegram alone', () => {
  const draft = { ...NEW_DRAFT, address: ' https://a.example ', chat: '-1', name: ' x ' };
  expect(newWebhookOf(draft)).toMatchObject({ address: 'https://a.example', name: 'x', chat: null });
  expect(newWebhookOf({ ...draft, format: 'telegram' }).chat).toBe('-1');
  expect(toggled(toggled(['a', 'b'], 'b'), 'c')).toEqual(['a', 'c']);
});
