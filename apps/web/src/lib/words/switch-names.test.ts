import { SWITCH_KEYS, SWITCH_KINDS } from '@undertow/contracts';
import { expect, test } from 'vitest';
import { pausedLine, switchName } from './switch-names.ts';

test('every switch of the contract has a name of its own in its group', () => {
  for (const kind of SWITCH_KINDS) {
    const names = SWITCH_KEYS[kind].map((key) => switchName({ kind, key }));
    expect(new Set(names).size).toBe(names.length);
    for (const [at, name] of names.entries()) expect(name).not.toBe(SWITCH_KEYS[kind][at]);
  }
});

test('spoofing is never named as a finding', () => {
  expect(switchName({ kind: 'detector', key: 'spoofing' })).toBe('Spoofing-like');
});

test('what is paused is named on one line, of the requested kinds only', () => {
  const off = [
    { kind: 'detector', key: 'spoofing' },
    { kind: 'pattern', key: 'volume_spike' },
    { kind: 'detector', key: 'iceberg' },
  ] as const;
  expect(pausedLine(off, ['detector', 'feed'])).toBe('Spoofing-like, Iceberg: paused by the operator');
  expect(pausedLine(off, ['registrations'])).toBeNull();
});
