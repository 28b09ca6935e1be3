/** The palette: what is found in which group and order, and what its lines say of a plan's limits. */
import { expect, test } from 'vitest';
import { type PaletteItem, nextGroupStart, paletteGroups } from './palette-groups.ts';
import { paneNote } from './pane-notes.ts';

const item = (label: string, words = ''): PaletteItem => ({
  id: label,
  label,
  words,
  icon: 'panes',
  eventType: null,
  note: '',
  keyText: null,
  act: { kind: 'theme' },
});

const ITEMS = {
  Panes: [item('Chart ES', 'candles'), item('Evidence ES'), item('Chart NQ', 'candles')],
  Instruments: [item('ES E-mini S&P 500'), item('MES Micro E-mini S&P 500')],
  Events: [item('Iceberg ES bid 4566.50'), item('Stop run NQ above 15840')],
  Settings: [item('Session levels'), item('History')],
};
const found = (typed: string) =>
  paletteGroups(typed, ITEMS).groups.map(({ name, items }) => [name, items.map(({ label }) => label)]);

test('a symbol finds its panes, the instrument, its events and what only holds the letters, in this order', () => {
  expect(found('es')).toEqual([
    ['Panes', ['Chart ES', 'Evidence ES']],
    ['Instruments', ['ES E-mini S&P 500', 'MES Micro E-mini S&P 500']],
    ['Events', ['Iceberg ES bid 4566.50']],
    ['Settings', ['Session levels']],
  ]);
});

test('a pane is found by another word for it, together with an instrument', () => {
  expect(found('candles nq')).toEqual([['Panes', ['Chart NQ']]]);
});

test('@ looks among instruments and # among events only', () => {
  expect(found('@es').map(([name]) => name)).toEqual(['Instruments']);
  expect(found('#es').map(([name]) => name)).toEqual(['Events']);
  expect(found('@')).toEqual([['Instruments', ['ES E-mini S&P 500', 'MES Micro E-mini S&P 500']]]);
});

test('counts say how many of each group and in all', () => {
  const { groups, shown, total } = paletteGroups('es', ITEMS);
  expect(groups.map(({ count }) => count)).toEqual(['2 of 3', '2 of 2', '1 of 2, largest first', '1 of 2']);
  expect([shown, total]).toEqual([6, 9]);
  expect(paletteGroups('zzz', ITEMS)).toEqual({ groups: [], shown: 0, total: 9 });
});

test('Tab goes to the first line of the next group, and around', () => {
  const { groups } = paletteGroups('es', ITEMS);
  expect([0, 1, 2, 4, 5].map((at) => nextGroupStart(groups, at, 1))).toEqual([2, 2, 4, 5, 0]);
  expect(nextGroupStart(groups, 0, -1)).toBe(5);
  expect(nextGroupStart([], 0, 1)).toBe(0);
});

test('the right column says what will happen, and the limit before Enter', () => {
  const room = { layoutName: 'ES flow', isOpen: false, used: 2, limit: 4 };
  expect(paneNote(room, '5m')).toBe('add to ES flow, 5m');
  expect(paneNote({ ...room, isOpen: true }, '5m')).toBe('open, go to it');
  expect(paneNote({ ...room, used: 4 }, null)).toBe('your plan has 4 panes');
  expect(paneNote({ ...room, used: 6, limit: 6 }, null)).toBe('6 of 6 panes, close one first');
  expect(paneNote({ ...room, layoutName: null }, '5m')).toBe('in a new layout');
  expect(paneNote({ ...room, limit: 0 }, '5m')).toBe('panes of your own need a plan');
});
