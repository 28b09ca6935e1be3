import { seededDraws } from '@undertow/market';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FTRL_DEFAULTS, FtrlLogistic } from './ftrl.ts';

const example = fc.tuple(
  fc.array(fc.double({ min: -3, max: 3, noNaN: true }), { minLength: 4, maxLength: 4 }),
  fc.boolean(),
);

test('probabilities lie between 0 and 1 and weights stay finite, whatever is learnt', () => {
  fc.assert(
    fc.property(fc.array(example, { maxLength: 200 }), (examples) => {
      const model = new FtrlLogistic(4);
      for (const [features, outcome] of examples) {
        const p = model.predict(features);
        expect(p).toBeGreaterThan(0);
        expect(p).toBeLessThan(1);
        model.learn(features, outcome);
      }
      for (let at = 0; at < 4; at += 1) expect(Number.isFinite(model.weight(at))).toBe(true);
    }),
  );
});

test('learning an example never makes it less probable', () => {
  fc.assert(
    fc.property(fc.array(example, { maxLength: 60 }), example, (before, [features, outcome]) => {
      // Without penalties: they alone may pull a weight back.
      const model = new FtrlLogistic(4, { ...FTRL_DEFAULTS, l1: 0, l2: 0 });
      for (const [seen, came] of before) model.learn(seen, came);
      const first = model.predict(features);
      model.learn(features, outcome);
      const then = model.predict(features);
      if (outcome) expect(then).toBeGreaterThanOrEqual(first - 1e-9);
      else expect(then).toBeLessThanOrEqual(first + 1e-9);
    }),
  );
});

test('a feature that is always 0 keeps a weight of 0', () => {
  fc.assert(
    fc.property(fc.array(example, { maxLength: 60 }), (examples) => {
      const model = new FtrlLogistic(4);
      for (const [features, outcome] of examples) model.learn([features[0] ?? 0, 0, 1, 0], outcome);
      expect([model.weight(1), model.weight(3)]).toEqual([0, 0]);
    }),
  );
});

test('the same examples give the same weights', () => {
  fc.assert(
    fc.property(fc.array(example, { maxLength: 60 }), (examples) => {
      const models = [new FtrlLogistic(4), new FtrlLogistic(4)];
      for (const model of models) for (const [features, outcome] of examples) model.learn(features, outcome);
      const weights = models.map((model) => [0, 1, 2, 3].map((at) => model.weight(at)));
      expect(weights[0]).toEqual(weights[1]);
    }),
  );
});

test('the law of a logistic world is learnt, and uninformative features are left out', () => {
  const model = new FtrlLogistic(4);
  const random = seededDraws(17);
  let loss = 0;
  let best = 0;
  for (let n = 0; n < 30_000; n += 1) {
    const features = [1, random() * 2 - 1, random() * 2 - 1, (random() - 0.5) * 0.01];
    const truth = 1 / (1 + Math.exp(-(-0.5 + 2 * (features[1] ?? 0) - (features[2] ?? 0))));
    const outcome = random() < truth;
    if (n >= 15_000) {
      loss += (model.predict(features) - (outcome ? 1 : 0)) ** 2;
      best += (truth - (outcome ? 1 : 0)) ** 2;
    }
    model.learn(features, outcome);
  }
  expect(loss / best).toBeLessThan(1.005);
  expect(model.weight(1)).toBeGreaterThan(1.7);
  expect(model.weight(2)).toBeLessThan(-0.8);
  expect(Math.abs(model.weight(3))).toBeLessThan(0.2);
});

test('a world that changes its law is followed', () => {
  const model = new FtrlLogistic(2);
  const random = seededDraws(18);
  for (let n = 0; n < 4000; n += 1) {
    const sign = n < 1000 ? 1 : -1;
    const x = random() * 2 - 1;
    model.learn([1, x], random() < 1 / (1 + Math.exp(-3 * sign * x)));
  }
  expect(model.weight(1)).toBeLessThan(-0.5);
});
