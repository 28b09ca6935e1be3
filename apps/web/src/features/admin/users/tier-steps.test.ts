import { describe, expect, test } from 'vitest';
import { canCancel, demotion, promotion } from './tier-steps.ts';

describe('the steps of a tier', () => {
  test('a promotion goes from free to basic, to pro, to elite, with the limits that the calls name', () => {
    expect(promotion('free')).toEqual({ newTier: 'basic', instrumentsLimit: 1 });
    expect(promotion('basic')).toEqual({ newTier: 'pro', instrumentsLimit: 3 });
    expect(promotion('pro')).toEqual({ newTier: 'elite', instrumentsLimit: -1 });
    expect(promotion('elite')).toBeNull();
  });

  test('a demotion goes the same way down, and ends at free', () => {
    expect(demotion('elite')).toEqual({ newTier: 'pro', instrumentsLimit: 3 });
    expect(demotion('pro')).toEqual({ newTier: 'basic', instrumentsLimit: 1 });
    expect(demotion('basic')).toEqual({ newTier: 'free', instrumentsLimit: 0 });
    expect(demotion('free')).toBeNull();
  });

  test('only a plan can be cancelled', () => {
    expect([canCancel('free'), canCancel('basic'), canCancel('elite')]).toEqual([false, true, true]);
  });
});
