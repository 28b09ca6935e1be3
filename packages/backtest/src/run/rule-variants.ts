/** Neighbours of a rule for the walk-forward: another stop, another threshold of the first event. */
import type { BacktestRule, Distance } from '#rule/backtest-rule.ts';
import type { Condition } from '#rule/condition.ts';

export interface RuleVariant {
  /** What differs: `stop 12 ticks, size 300`. */
  readonly name: string;
  readonly rule: BacktestRule;
}

const FACTORS = [0.75, 1, 1.25] as const;
const CONFIDENCE_STEPS = [-0.05, 0, 0.05] as const;

interface Change {
  readonly name: string;
  apply(rule: BacktestRule): BacktestRule;
}

function scaled({ value, unit }: Distance, factor: number): Distance {
  const product = value * factor;
  return { unit, value: unit === 'ticks' ? Math.max(1, Math.round(product)) : Number(product.toFixed(2)) };
}

function stopChanges({ exits }: BacktestRule): readonly Change[] {
  const name = exits.stop === null ? 'trailing' : 'stop';
  const distance = exits[name];
  if (distance === null) return [];
  return FACTORS.map((factor) => {
    const changed = scaled(distance, factor);
    return {
      name: `${name} ${changed.value} ${changed.unit}`,
      apply: (rule) => ({ ...rule, exits: { ...rule.exits, [name]: changed } }),
    };
  });
}

function withFirst(rule: BacktestRule, first: Condition): BacktestRule {
  return { ...rule, entry: { ...rule.entry, all: [first, ...rule.entry.all.slice(1)] } };
}

function entryChanges({ entry }: BacktestRule): readonly Change[] {
  const first = entry.all[0];
  if (first === undefined || (first.kind !== 'event' && first.kind !== 'pattern')) return [];
  if (first.minSize > 0)
    return FACTORS.map((factor) => {
      const minSize = Math.max(1, Math.round(first.minSize * factor));
      return { name: `size ${minSize}`, apply: (rule) => withFirst(rule, { ...first, minSize }) };
    });
  // 1 means what the exchange proves, which is another rule
  if (first.minConfidence >= 1) return [];
  return CONFIDENCE_STEPS.map((step) => {
    const minConfidence = Math.min(0.99, Math.max(0, Number((first.minConfidence + step).toFixed(2))));
    const name = `probability ${Math.round(minConfidence * 100)}%`;
    return { name, apply: (rule) => withFirst(rule, { ...first, minConfidence }) };
  });
}

/** All combinations, the rule itself among them. */
export function variantsOf(rule: BacktestRule): readonly RuleVariant[] {
  const none: Change = { name: '', apply: (same) => same };
  const stops = stopChanges(rule);
  const entries = entryChanges(rule);
  const variants = (stops.length === 0 ? [none] : stops).flatMap((stop) =>
    (entries.length === 0 ? [none] : entries).map((entry) => ({
      name: [stop.name, entry.name].filter((name) => name !== '').join(', '),
      rule: entry.apply(stop.apply(rule)),
    })),
  );
  return [...new Map(variants.map((variant) => [variant.name, variant])).values()];
}
