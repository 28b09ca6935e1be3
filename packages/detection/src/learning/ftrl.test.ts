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

test('the first examples move the weight as the paper states it', () => {
  const model = new FtrlLogistic(1, { alpha: 0.1, beta: 1, l1: 0.2, l2: 0.5 });
  model.learn([2], true);
  // From even odds the gradient is -0.5 * 2; z = -1 and n = 1, so w = (1 - 0.2) / ((1 + 1) / 0.1 + 0.5)
  const first = 0.8 / 20.5;
  expect(model.weight(0)).toBeCloseTo(first, 12);
  model.learn([-1], true);
  const gradient = (1 / (1 + Math.exp(first)) - 1) * -1;
  const n = 1 + gradient ** 2;
  const z = -1 + gradient - ((Math.sqrt(n) - 1) / 0.1) * first;
  expect(model.weight(0)).toBeCloseTo((Math.sign(z) * 0.2 - z) / ((1 + Math.sqrt(n)) / 0.1 + 0.5), 12);
});

test('evidence below the penalty leaves a weight at 0', () => {
  const model = new FtrlLogistic(1, { ...FTRL_DEFAULTS, l1: 0.5 });
  model.learn([1], true);
  expect(model.weight(0)).toBe(0);
  model.learn([1], true);
  expect(model.weight(0)).toBeGreaterThan(0);
});

test('outcomes that change places turn the weights around', () => {
  fc.assert(
    fc.property(fc.array(example, { maxLength: 30 }), (examples) => {
      const [one, other] = [new FtrlLogistic(4), new FtrlLogistic(4)];
      for (const [features, outcome] of examples) {
        one.learn(features, outcome);
        other.learn(features, !outcome);
      }
      for (const at of [0, 1, 2, 3]) expect(other.weight(at)).toBeCloseTo(-one.weight(at), 9);
    }),
  );
});

test('features are read from where they begin', () => {
  const [one, other] = [new FtrlLogistic(2), new FtrlLogistic(2)];
  for (let at = 0; at < 20; at += 1) {
    const features = [1, at % 5];
    one.learn(features, at % 5 > 2);
    other.learn([77, -77, ...features], at % 5 > 2, 2);
  }
  expect(other.predict([9, 1, 4], 1)).toBe(one.predict([1, 4]));
  expect(other.logit([1, 4])).toBe(one.logit([1, 4]));
});

test('an example that carries half the information moves less, and one without any nothing', () => {
  const weightAfter = (weight: number): number => {
    const model = new FtrlLogistic(1, { ...FTRL_DEFAULTS, l1: 0 });
    model.learn([1], true, 0, weight);
    return model.weight(0);
  };
  expect(weightAfter(0)).toBe(0);
  expect(weightAfter(0.5)).toBeGreaterThan(0);
  expect(weightAfter(0.5)).toBeLessThan(weightAfter(1));
});

test('no logit is beyond twenty: probabilities stay off 0 and 1', () => {
  const model = new FtrlLogistic(1);
  for (let at = 0; at < 500; at += 1) model.learn([1], true);
  expect(model.logit([1e9])).toBe(20);
  expect(model.logit([-1e9])).toBe(-20);
  expect(model.predict([1e9])).toBeLessThan(1);
});
