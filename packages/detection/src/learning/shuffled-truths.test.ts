import { seededDraws, type UnitDraw } from '@undertow/market';
import { expect, test } from 'vitest';
import { fitLogistic, logistic, logitScore } from './logistic.ts';
import { areaUnderRoc } from './ranking.ts';
import { Samples } from './samples.ts';

/** Five features of which two matter. */
function drawn(
  draw: UnitDraw,
  truthOf: (logit: number) => boolean,
): { features: number[]; truth: boolean }[] {
  return Array.from({ length: 600 }, () => {
    const features = Array.from({ length: 5 }, () => draw() * 4 - 2);
    return { features, truth: truthOf(1.5 * features[0]! - features[3]!) };
  });
}

function heldOutAuc(train: ReturnType<typeof drawn>, held: ReturnType<typeof drawn>): number {
  const samples = new Samples(5);
  for (const { features, truth } of train) samples.add(features, 0, truth, 1);
  const model = fitLogistic(samples);
  return areaUnderRoc(held.map(({ features, truth }) => ({ score: logitScore(model, features), truth })));
}

test('what is learned from truths shuffled among the samples ranks no better than chance', () => {
  const draw = seededDraws(31);
  const real = (logit: number): boolean => draw() < logistic(logit);
  const train = drawn(draw, real);
  const held = drawn(draw, real);
  expect(heldOutAuc(train, held)).toBeGreaterThan(0.8);
  // A single shuffle leans some way by chance; many of them lean no way together.
  const aucs = Array.from({ length: 40 }, () => {
    const shuffled = train.map(({ features }) => ({
      features,
      truth: train[Math.floor(draw() * train.length)]?.truth ?? false,
    }));
    return heldOutAuc(shuffled, held);
  });
  expect(Math.abs(aucs.reduce((sum, auc) => sum + auc, 0) / aucs.length - 0.5)).toBeLessThan(0.12);
});
