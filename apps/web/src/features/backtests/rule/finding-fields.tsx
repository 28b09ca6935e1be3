/** The fields of an event or a pattern in a rule: probability, size, side, and the level it is near. */
import type { Condition } from '@undertow/backtest';
import { NEAR_LEVELS, PATTERN_DIRECTIONS } from '@undertow/market';
import type { ReactNode } from 'react';
import { NEAR_WORDS, PER_DAY_WORDS } from '#lib/words/alert-words.ts';
import { Choice } from './choice.tsx';
import { PriceBox } from './price-box.tsx';
import { NumberBox } from './value-box.tsx';

export interface FieldsProps<Kind extends Condition['kind']> {
  readonly condition: Extract<Condition, { kind: Kind }>;
  readonly path: string;
  readonly onChange: (condition: Condition) => void;
}

const NEAR_OPTIONS = [
  { value: 'none', label: 'anywhere' },
  ...NEAR_LEVELS.map((value) => ({ value, label: NEAR_WORDS[value] })),
  { value: 'price', label: 'a price' },
] as const;

function NearFields({ condition, path, onChange }: FieldsProps<'event' | 'pattern'>): ReactNode {
  const { near } = condition;
  const chosen = near === null ? 'none' : (near.level ?? 'price');
  const take = (value: string): void => {
    const withinTicks = near?.withinTicks ?? 4;
    const level = NEAR_LEVELS.find((one) => one === value) ?? null;
    const price = value === 'price' ? (near?.price ?? '0') : null;
    onChange({ ...condition, near: value === 'none' ? null : { price, level, withinTicks } });
  };
  return (
    <>
      {near === null ? (
        <span>, near</span>
      ) : (
        <>
          <span>within</span>
          <NumberBox
            label="Ticks from the level"
            path={`${path}.near.ticks`}
            value={near.withinTicks}
            most={9999}
            onTake={(withinTicks) => onChange({ ...condition, near: { ...near, withinTicks } })}
            unit="ticks"
          />
          <span>of</span>
        </>
      )}
      <Choice label="Level" path={`${path}.near.level`} value={chosen} options={NEAR_OPTIONS} onTake={take} />
      {near?.price == null ? null : (
        <PriceBox
          path={`${path}.near.price`}
          price={near.price}
          onTake={(price) => onChange({ ...condition, near: { ...near, price } })}
        />
      )}
    </>
  );
}

const SIDE_OPTIONS = [
  { value: 'either', label: 'either side' },
  { value: 'bid', label: 'bid side' },
  { value: 'ask', label: 'ask side' },
] as const;

const WAY_OPTIONS = [
  { value: 'either', label: 'either way' },
  ...PATTERN_DIRECTIONS.map((value) => ({ value, label: value })),
];

const PER_DAY_OPTIONS = [
  { value: 'any', label: PER_DAY_WORDS.any },
  { value: 'chosen', label: PER_DAY_WORDS.chosen },
  { value: '3', label: PER_DAY_WORDS['3'] },
  { value: '10', label: PER_DAY_WORDS['10'] },
  { value: '30', label: PER_DAY_WORDS['30'] },
] as const;
const PER_DAY_OF = { any: null, chosen: 'chosen', '3': 3, '10': 10, '30': 30 } as const;

export function FindingFields({ condition, path, onChange }: FieldsProps<'event' | 'pattern'>): ReactNode {
  return (
    <>
      {condition.kind === 'event' ? (
        <Choice
          label="Side of the book"
          path={`${path}.side`}
          value={condition.side ?? 'either'}
          options={SIDE_OPTIONS}
          onTake={(side) => onChange({ ...condition, side: side === 'either' ? null : side })}
        />
      ) : (
        <Choice
          label="Direction of the pattern"
          path={`${path}.direction`}
          value={condition.direction ?? 'either'}
          options={WAY_OPTIONS}
          onTake={(way) =>
            onChange({ ...condition, direction: PATTERN_DIRECTIONS.find((one) => one === way) ?? null })
          }
        />
      )}
      <span>from</span>
      <NumberBox
        label="Probability, percent"
        path={`${path}.probability`}
        value={Math.round(condition.minConfidence * 1e6) / 1e4}
        most={100}
        decimals={2}
        onTake={(percent) => onChange({ ...condition, minConfidence: Math.round(percent * 100) / 1e4 })}
        unit="%"
      />
      <span>or exact, size from</span>
      <NumberBox
        label="Contracts"
        path={`${path}.size`}
        value={condition.minSize}
        onTake={(minSize) => onChange({ ...condition, minSize })}
      />
      {condition.kind === 'event' ? (
        <Choice
          label="How many a day"
          path={`${path}.per_day`}
          value={condition.perDay === null ? 'any' : (`${condition.perDay}` as const)}
          options={PER_DAY_OPTIONS}
          onTake={(perDay) => onChange({ ...condition, perDay: PER_DAY_OF[perDay] })}
        />
      ) : null}
      <NearFields condition={condition} path={path} onChange={onChange} />
    </>
  );
}
