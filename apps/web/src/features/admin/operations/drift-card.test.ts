/** The card of models that drift shows what was forecast beside what came true, or that there is none. */
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { DriftCard, type DriftCardProps } from './drift-card.tsx';

const DRIFTING = {
  source: 'simulated',
  symbol: 'ES',
  model: 'absorption_hold',
  since: '2026-11-20T23:00:00.000Z',
  session: { settled: 1150, forecast: 0.71, observed: 0.484 },
} as const;

/** The texts of the card, one an element. */
const textsOf = (drifting: DriftCardProps['drifting']): string[] =>
  renderToStaticMarkup(createElement(DriftCard, { drifting }))
    .split(/<[^>]*>/)
    .filter((text) => text !== '');

test('a model that drifts is a row with its market and its figures', () => {
  const texts = textsOf([DRIFTING]);
  expect(texts).toEqual(
    expect.arrayContaining(['Model drift', '1 model', 'absorption hold', 'ES, simulated']),
  );
  expect(texts.slice(-3)).toEqual(['1,150', '71%', '48%']);
});

test('a record of an earlier version has dashes for its figures', () => {
  expect(textsOf([{ ...DRIFTING, session: null }]).slice(-3)).toEqual(['–', '–', '–']);
});

test('without drift the card says so', () => {
  expect(textsOf([])).toContain('No drifting models');
});
