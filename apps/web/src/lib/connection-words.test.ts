/** The states of a connection in words. */
import { expect, test } from 'vitest';
import { connectionWords } from './connection-words.ts';

test('a connection without a state was never set', () => {
  expect(connectionWords({}, false).text).toBe('Not Set');
  expect(connectionWords(undefined, false).text).toBe('Not Set');
});

test('each state has its badge', () => {
  const texts = (['connected', 'connecting', 'error', 'disconnected'] as const).map((status) => {
    const { text, tone } = connectionWords({ status }, false);
    return [text, tone];
  });
  expect(texts).toEqual([
    ['Connected', 'ok'],
    ['Connecting', 'warn'],
    ['Error', 'bad'],
    ['Disconnected', 'plain'],
  ]);
});

test('a state that cannot be asked for is an error, whatever was known before', () => {
  expect(connectionWords({ status: 'connected' }, true)).toMatchObject({ text: 'Error', tone: 'bad' });
});
