/** A rule for tests: icebergs, 16 ticks of stop and 24 of target. */
import { type BacktestRule, NO_FILTERS } from '#rule/backtest-rule.ts';

export const RULE: BacktestRule = {
  name: 'Icebergs',
  product: 'ES',
  entry: {
    all: [
      {
        kind: 'event',
        eventTypes: ['iceberg'],
        side: null,
        minConfidence: 0.75,
        minSize: 100,
        perDay: null,
        near: null,
      },
    ],
    withinSeconds: null,
  },
  filters: NO_FILTERS,
  direction: 'with_event',
  order: { kind: 'market' },
  position: { size: 1, max: 1 },
  exits: {
    stop: { value: 16, unit: 'ticks' },
    target: { value: 24, unit: 'ticks' },
    trailing: null,
    timeSeconds: 1800,
    oppositeEvent: false,
    sessionEnd: true,
  },
  coolDownSeconds: 0,
  costs: { roundTurn: '4.20' },
  fills: { model: 'fast', latencyMs: 50, jitterMs: 20 },
};
