/** Links to a replayed instant. */
import { expect, test } from 'vitest';
import { replayAddress, replayTargetOf } from './replay-address.ts';

test('what is written into a link is read from it', () => {
  const at = '2026-11-19T16:51:47.318Z';
  expect(replayAddress(1, at)).toBe(`/?replay=ES@${at}`);
  expect(replayTargetOf(`ES@${at}`)).toEqual({ instrumentId: 1, at });
});

test('an instant in another zone is the same instant, and a link without product or instant is none', () => {
  expect(replayTargetOf('ES@2026-11-19T17:51:47+01:00')?.at).toBe('2026-11-19T16:51:47.000Z');
  for (const text of ['', 'ES', '@2026-11-19T16:51:47Z', 'NOPE@2026-11-19T16:51:47Z', 'ES@yesterday'])
    expect(replayTargetOf(text), text).toBeNull();
});
