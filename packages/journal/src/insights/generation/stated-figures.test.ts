/** Sentences: every figure is one of the finding, without promises and without a language model. */
import { describe, expect, test } from 'vitest';
import type { Insight, InsightGeneration } from '#insights/claims/insight.ts';
import type { TradeContext } from '#insights/claims/trade-context.ts';
import { countText, moneyText, rateText, ratioText } from '#insights/claims/wording.ts';
import { HABITS, simulatedTrader } from '#testing/simulated-trader.ts';
import { generateInsights } from './generate-insights.ts';

const EFFORT = { shuffles: 500, enough: 20, resamples: 200, shuffledTrades: 4e8 };

/** Figures that belong to a definition and not to the data: bands of the day, 95%, five minutes and the like. */
const OF_DEFINITIONS =
  /\b\d\d:\d\d–\d\d:\d\d|95% range|last 30% of your data|about 1 in (20|10) such|last 30 trading days|within 30 minutes|1\.2 times/g;

function generations(): InsightGeneration[] {
  const traders = [undefined, ...HABITS].map((habit, at) => {
    const trades = simulatedTrader({
      seed: 40 + at,
      trades: 500,
      tradesPerDay: 8,
      shift: -0.9,
      ...(habit ? { habit } : {}),
    }).map((trade, n) => ({
      ...trade,
      plannedRiskMicros: n % 3 === 0 ? null : 150e6,
      maeMicros: trade.netMicros < 0 ? 200e6 : 20e6,
      entryMs: (trade.entryMs ?? 0) - (trade.netMicros < 0 ? 9 * 60_000 : 0),
      flags: n < 12 ? ['zone-assumed', 'pnl-disagrees'] : [],
    }));
    const context = trades.map(
      (trade, n): TradeContext => ({
        tradeId: trade.id,
        covered: n % 5 !== 0,
        typesBeforeEntry: n % 3 === 0 ? ['absorption'] : ['stop_run'],
        mfeAfterExitMicros: 300e6,
        maeAfterExitMicros: n % 2 ? 350e6 : 80e6,
      }),
    );
    return generateInsights(trades, { seed: at, effort: EFFORT, context, dailyStopMicros: 400e6 });
  });
  return [
    ...traders,
    generateInsights(simulatedTrader({ seed: 1, trades: 30, tradesPerDay: 5 }), { seed: 1, effort: EFFORT }),
  ];
}

/** Every figure of the structure as a sentence may write it, without sign and unit. */
function figuresOf(insight: Insight, tested: number): Set<string> {
  const texts = new Set<string>();
  const bare = (text: string): void => {
    texts.add(text.replace(/[^\d.,]/g, ''));
  };
  const add = (value: number, unit: string): void => {
    if (unit.startsWith('micros')) bare(moneyText(value, null));
    else if (unit === 'rate') bare(rateText(value));
    else if (unit === 'ratio') bare(ratioText(value));
    else bare(countText(value));
  };
  const { effect } = insight;
  if (effect) {
    for (const value of [effect.value, effect.mean, effect.baseline ?? 0, ...(effect.ci95 ?? [])])
      add(value, effect.unit);
    bare(countText(effect.n));
    bare(countText(effect.days));
  }
  for (const { value, unit } of insight.details) add(value, unit);
  if (insight.impactMicrosPerMonth !== null) add(insight.impactMicrosPerMonth, 'micros');
  bare(countText(tested));
  return texts;
}

const made = generations();
const all = made.flatMap(({ insights, tested }) => insights.map((insight) => ({ insight, tested })));

describe('the sentences of insights', () => {
  test('cover most of the catalogue here', () => {
    const kinds = new Set(all.map(({ insight }) => insight.kind));
    expect(kinds.size).toBeGreaterThan(18);
  });

  test('state no figure that is not one of the finding', () => {
    for (const { insight, tested } of all) {
      const figuresOfFinding = figuresOf(insight, tested);
      const text = `${insight.title}. ${insight.description}`.replace(OF_DEFINITIONS, '');
      const figures = text.match(/\d[\d,]*(\.\d+)?/g) ?? [];
      for (const figure of figures)
        expect(figuresOfFinding, `${insight.key}: ${figure} in “${text}”`).toContain(
          figure.replace(/,$/, ''),
        );
    }
  });

  test('promise nothing and advise nothing', () => {
    for (const { insight } of all) {
      const text = [
        insight.title,
        insight.description,
        insight.actionable,
        insight.settles,
        insight.definition,
      ].join(' ');
      expect(text).not.toMatch(
        /\b(will|guarantee|guaranteed|sure to|profit from|you should|recommend|going to|tomorrow)\b/i,
      );
      expect(text).not.toMatch(/NaN|Infinity|undefined|null|!/);
    }
  });

  test('are complete: title, description, definition; a change where something is found', () => {
    for (const { insight } of all) {
      expect(insight.title.length).toBeGreaterThan(10);
      expect(insight.description).toMatch(/\.$/);
      expect(insight.definition).toMatch(/\.$/);
      if (insight.standing === 'proven') expect(insight.actionable).toMatch(/\.$/);
      if (insight.insightType === 'recommendation') expect(insight.actionable).toMatch(/\.$/);
    }
  });

  test('use the true minus and never a hyphen before a figure', () => {
    for (const { insight } of all)
      expect(`${insight.title} ${insight.description}`).not.toMatch(/(^|[\s(])-[\d$]/);
  });

  test('have keys that occur once in a generation', () => {
    for (const { insights } of made)
      expect(new Set(insights.map(({ key }) => key)).size).toBe(insights.length);
  });
});
