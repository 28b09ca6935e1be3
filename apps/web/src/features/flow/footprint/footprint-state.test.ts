import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { footprintChoices } from './footprint-choices.ts';
import {
  dataSentence,
  type FootprintDataState,
  FootprintNote,
  FootprintPlaceholder,
} from './footprint-state.tsx';

const WHOLE: FootprintDataState = {
  isWaiting: false,
  hasBars: true,
  isLoading: false,
  error: null,
  isOld: false,
  dataAtMs: Date.parse('2026-11-25T16:52:07Z'),
  delaySeconds: 0,
  gap: null,
};
const onRetry = (): void => undefined;
const note = (change: Partial<FootprintDataState>): string =>
  renderToStaticMarkup(createElement(FootprintNote, { state: { ...WHOLE, ...change }, onRetry }));
const placeholder = (change: Partial<FootprintDataState>): string =>
  renderToStaticMarkup(
    createElement(FootprintPlaceholder, { state: { ...WHOLE, hasBars: false, ...change }, onRetry }),
  );

test('bars of the present that are whole need no word', () => {
  expect([note({}), dataSentence(WHOLE)]).toEqual(['', null]);
  expect(renderToStaticMarkup(createElement(FootprintPlaceholder, { state: WHOLE, onRetry }))).toBe('');
});

test('late, delayed, incomplete and refused data are each stated above the bars', () => {
  expect(note({ isOld: true })).toMatch(/warn.*No data since \d\d:52:07\. Values below are old\./);
  expect(note({ delaySeconds: 900 })).toContain('Everything here is 15 minutes late');
  expect(note({ gap: { fromMs: WHOLE.dataAtMs ?? 0, toMs: (WHOLE.dataAtMs ?? 0) + 9000 } })).toMatch(
    /Executions between \d\d:52:07 and \d\d:52:16 may be missing\./,
  );
  expect(note({ error: new Error('the server is away') })).toMatch(
    /Earlier bars could not be loaded.*Try again/,
  );
});

test('without bars the pane loads, states what is missing, or what failed', () => {
  expect(placeholder({ isWaiting: true })).toContain('Loading executions');
  expect(placeholder({})).toContain('No executions yet');
  expect(placeholder({ error: new Error('the server is away') })).toMatch(/role="alert".*Try again/);
});

test('settings of another release, type or size have their defaults', () => {
  const standard = footprintChoices({});
  expect(standard).toEqual({
    cells: 'bidAsk',
    rule: { ratioPercent: 300, minSize: 20, minRows: 3, rowTicks: 0 },
  });
  const odd = { cells: 'cubes', ratio: '400', from: -1, stack: 2.5, rowTicks: 1e9 };
  expect(footprintChoices(odd)).toEqual(standard);
  expect(footprintChoices({ cells: 'delta', ratio: 400, from: 50, stack: 2, rowTicks: 4 })).toEqual({
    cells: 'delta',
    rule: { ratioPercent: 400, minSize: 50, minRows: 2, rowTicks: 4 },
  });
});
