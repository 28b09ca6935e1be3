/** No skill is claimed below the base rate, nor by luck over a few headlines. */
import { trackFigures } from '@undertow/detection';
import { expect, test } from 'vitest';
import { headlineSub, skillOf } from './sentiment-skill.ts';

const SCORER = 'lexicon 1';

/** Settled headlines over 5 minutes, each beside the same base rate. */
function figures(count: number, right: number, base = 0.5, scorer = SCORER) {
  const row = (hit: boolean, of: number) => ({
    ...{
      type: 'headline' as const,
      sub: headlineSub(5, scorer),
      rule: 'sign of the move',
      probability: null,
    },
    ...{ hit, count: of, compared: of, baseSum: base * of, instants: 50 * of },
  });
  return trackFigures([row(true, right), row(false, count - right)]);
}

test('the rate and its interval are those of the track record', () => {
  const { state, horizons } = skillOf(SCORER, figures(452, 234, 0.508));
  expect(state).toBe('experimental');
  expect(horizons).toMatchObject([{ minutes: 5, count: 452, right: 234 }]);
  const { rate } = horizons[0] ?? {};
  expect(rate?.value).toBeCloseTo(0.5177, 4);
  expect(rate?.low).toBeCloseTo(0.4717, 3);
  expect(rate?.high).toBeCloseTo(0.5633, 3);
  expect(rate?.base).toBeCloseTo(0.508, 6);
});

test('without a headline there is no horizon, of another scorer neither, and below thirty there is no rate', () => {
  expect(skillOf(SCORER, []).horizons).toEqual([]);
  expect(skillOf(SCORER, figures(400, 260, 0.5, 'another')).horizons).toEqual([]);
  expect(skillOf(SCORER, figures(29, 20)).horizons).toEqual([
    { minutes: 5, count: 29, right: 20, rate: null },
  ]);
});

test.each([
  ['few that are nearly all right', figures(99, 95), 'experimental'],
  ['many that are as good as chance', figures(2000, 1010), 'experimental'],
  ['many in a market that only rises, always guessed up', figures(1000, 950, 0.95), 'experimental'],
  ['many that are clearly better', figures(400, 260), 'measured'],
] as const)('of %s the sentiment is %s', (_, given, state) => {
  expect(skillOf(SCORER, given).state).toBe(state);
});
