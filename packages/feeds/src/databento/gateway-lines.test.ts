/** The lines of the handshake and of subscriptions. */
import { expect, test } from 'vitest';
import { authLine, databentoPlace, isDatabentoKey, pairsOf, subscriptionLines } from './gateway-lines.ts';

const KEY = 'db-0123456789abcdefghijklmnopqrs';

test('the answer is the hash of challenge and key, with the last five letters of the key', () => {
  const line = authLine({
    ...{ challenge: 't7kNhwj4xqR0QYjzFKtBEG2ec2pXJ4FK', key: KEY, dataset: 'GLBX.MDP3' },
    ...{ compression: 'zstd', heartbeatSeconds: 5, client: 'x' },
  });
  // Counted by `printf '%s' 'challenge|key' | sha256sum`
  expect(line).toBe(
    'auth=ab74012b285badbb76e963df0bcc6f88606e1bbb6a4cf3d8623656713f7df357-opqrs|dataset=GLBX.MDP3|encoding=dbn|compression=zstd|ts_out=1|client=x|heartbeat_interval_s=5',
  );
});

test('a line holds 500 symbols at most, and only the last line of a subscription says that it is the last', () => {
  const symbols = Array.from({ length: 1001 }, (_, index) => `S${index}`);
  const lines = subscriptionLines({ schema: 'status', stypeIn: 'raw_symbol', symbols }, 3).map(pairsOf);
  expect(lines.map((line) => line.get('symbols')?.split(',').length)).toEqual([500, 500, 1]);
  expect(lines.map((line) => line.get('is_last'))).toEqual(['0', '0', '1']);
  expect(new Set(lines.map((line) => line.get('id')))).toEqual(new Set(['3']));
});

test('no symbols are no line', () => {
  expect(subscriptionLines({ schema: 'mbo', stypeIn: 'continuous', symbols: [] }, 1)).toEqual([]);
});

test('the host is named after the dataset', () => {
  expect(databentoPlace('GLBX.MDP3')).toEqual({ host: 'glbx-mdp3.lsg.databento.com', port: 13_000 });
});

test('values may hold an equals sign, and a bar at the end of a line counts for nothing', () => {
  expect(pairsOf('success=0|error=a=b|\r')).toEqual(
    new Map([
      ['success', '0'],
      ['error', 'a=b'],
      ['', ''],
    ]),
  );
});

test.each([
  [KEY, true],
  ['db-short', false],
  [KEY.replace('db-', 'xy-'), false],
  [`${KEY}x`, false],
])('%s is a key: %s', (text, expected) => {
  expect(isDatabentoKey(text)).toBe(expected);
});
