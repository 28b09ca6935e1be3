/** The states of a connection in words. */
import { expect, test } from 'vitest';
import { connectionMessage, connectionWords } from './connection-words.ts';

test('a connection without a state was never set', () => {
  expect(connectionWords({}, false)?.text).toBe('Not Set');
});

test('before the first response there are no words: an existing connection is never shown as Not Set', () => {
  expect(connectionWords(undefined, false)).toBeNull();
});

test('each state has its badge', () => {
  const texts = (['connected', 'connecting', 'error', 'disconnected'] as const).map((status) => {
    const words = connectionWords({ status }, false);
    return [words?.text, words?.tone];
  });
  expect(texts).toEqual([
    ['Connected', 'ok'],
    ['Connecting', 'warn'],
    ['Error', 'bad'],
    ['Disconnected', 'plain'],
  ]);
});

test('a state that cannot be loaded is an error, whatever was known before', () => {
  expect(connectionWords({ status: 'connected' }, true)).toMatchObject({ text: 'Error', tone: 'bad' });
});

test('an error says why: the reason of the server, or that its state could not be loaded', () => {
  const refused = { status: 'error', errorMessage: 'The seat is taken.' } as const;
  expect(connectionMessage(refused, false)).toBe('The seat is taken.');
  expect(connectionMessage({ status: 'connected', errorMessage: null }, false)).toBeNull();
  expect(connectionMessage({ status: 'connected', errorMessage: null }, true)).toMatch(/could not be loaded/);
  expect(connectionMessage(undefined, false)).toBeNull();
});
