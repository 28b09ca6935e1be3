import { SWITCH_KINDS } from '@undertow/contracts';
import { expect, test } from 'vitest';
import { GROUPS, noticeState } from './control-words.ts';

test('every kind of switch has its group', () => {
  expect(GROUPS.map(({ kind }) => kind)).toEqual([...SWITCH_KINDS]);
});

test('a notice is described as shown until its time is over', () => {
  const notice = { id: 'n', level: 'info', text: 'x', until: '2026-11-20T16:00:00.000Z' } as const;
  const overMs = Date.parse(notice.until);
  expect(noticeState(null, overMs)).toBe('none');
  expect(noticeState(notice, overMs - 1)).toBe('shown now');
  expect(noticeState(notice, overMs)).toBe('ended, no longer shown');
  expect(noticeState({ ...notice, until: null }, overMs)).toBe('shown now');
});
