/** Releases are recognised by the titles that their publishers use. */
import { expect, test } from 'vitest';
import { instrumentBySymbol } from '#instruments/instruments.ts';
import { concernsInstrument, RELEASE_KINDS, releaseKind, releaseKindOf } from './release-kinds.ts';

test.each([
  ['Consumer Price Index', 'cpi'],
  ['Employment Situation for November 2026', 'employment'],
  ['State Employment and Unemployment', 'other'],
  ['Employment Cost Index', 'other'],
  ['Producer Price Index', 'ppi'],
  ['Job Openings and Labor Turnover Survey', 'jolts'],
  ['FOMC Meeting', 'fomc-decision'],
  ['FOMC Press Conference', 'fomc-conference'],
  ['FOMC Minutes', 'fomc-minutes'],
  ['Speech by Governor Waller: no', 'other'],
  ['Fed Chair Powell speaks on the outlook', 'fed-speech'],
  ['Weekly Petroleum Status Report', 'eia-petroleum'],
  ['Weekly Natural Gas Storage Report', 'eia-gas'],
  ['GDP (Second Estimate), 3rd Quarter 2026', 'gdp'],
  ['GDP by State', 'gdp'],
  ['Personal Income and Outlays, October 2026', 'pce'],
  ['Unemployment Insurance Weekly Claims', 'jobless-claims'],
  ['10-year TIPS auction', 'auction'],
  ['Existing home sales', 'housing'],
  ['Philadelphia Fed Manufacturing Survey', 'regional-survey'],
  ['WASDE', 'crop-report'],
  ['', 'other'],
])('%j is %s', (title, id) => {
  expect(releaseKindOf(title).id).toBe(id);
});

test('a release concerns the products of its groups, and some concern single ones', () => {
  const concerns = (id: string, symbol: string): boolean =>
    concernsInstrument(releaseKind(id), instrumentBySymbol(symbol)?.id ?? 0);
  expect(['ES', 'ZN', '6E', 'GC', 'CL'].map((symbol) => concerns('cpi', symbol))).toEqual([
    ...[true, true, true, true, false],
  ]);
  expect(['CL', 'MCL', 'NG', 'ES'].map((symbol) => concerns('eia-petroleum', symbol))).toEqual([
    ...[true, true, false, false],
  ]);
  expect(concerns('other', 'NG')).toBe(true);
  expect(concernsInstrument(releaseKind('cpi'), 9999)).toBe(false);
});

test('a kind of a later release is read as another one, and labels fit the lane', () => {
  expect(releaseKind('unheard-of').id).toBe('other');
  for (const { label } of RELEASE_KINDS) expect(label.length).toBeLessThanOrEqual(14);
});
