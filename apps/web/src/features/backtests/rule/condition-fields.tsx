/** One condition of a rule as a sentence of small fields. */
import type { Condition } from '@undertow/backtest';
import { LEVEL_TESTS, TRENDS } from '@undertow/market';
import type { ReactNode } from 'react';
import { DIRECTION_WORDS, LEVEL_TEST_WORDS } from '#lib/words/alert-words.ts';
import { TREND_WORDS } from '#lib/words/words.ts';
import { Choice } from './choice.tsx';
import { type FieldsProps, FindingFields } from './finding-fields.tsx';
import { CONDITION_OPTIONS, choiceOf, conditionOf, ownOption, PATTERN_OPTIONS } from './new-condition.ts';
import { PriceBox } from './price-box.tsx';
import { NumberBox } from './value-box.tsx';

function LevelFields({ condition, path, onChange }: FieldsProps<'price_level'>): ReactNode {
  return (
    <>
      <Choice
        label="How the price meets it"
        path={`${path}.test`}
        value={condition.test}
        options={LEVEL_TESTS.map((value) => ({ value, label: LEVEL_TEST_WORDS[value] }))}
        onTake={(test) => onChange({ ...condition, test })}
      />
      <PriceBox
        path={`${path}.price`}
        price={condition.price}
        onTake={(price) => onChange({ ...condition, price })}
      />
    </>
  );
}

const MOVES = ['up', 'down', 'either'] as const;
const MOVE_UNITS = [
  { value: 'ticks', label: 'ticks' },
  { value: 'percent', label: '%' },
] as const;

function MoveFields({ condition, path, onChange }: FieldsProps<'price_move'>): ReactNode {
  const isTicks = condition.ticks !== null;
  const amount = condition.ticks ?? condition.percent;
  const take = (value: number | null, inTicks: boolean): void =>
    onChange({ ...condition, ticks: inTicks ? value : null, percent: inTicks ? null : value });
  return (
    <>
      <Choice
        label="Direction"
        path={`${path}.direction`}
        value={condition.direction}
        options={MOVES.map((value) => ({ value, label: DIRECTION_WORDS[value] }))}
        onTake={(direction) => onChange({ ...condition, direction })}
      />
      <NumberBox
        label="Amount"
        path={`${path}.move`}
        value={amount}
        decimals={isTicks ? 0 : 2}
        onTake={(value) => take(value, isTicks)}
        unit={
          <Choice
            label="Unit"
            path={`${path}.move`}
            value={isTicks ? 'ticks' : 'percent'}
            options={MOVE_UNITS}
            onTake={(unit) => take(unit === 'ticks' ? 20 : 0.5, unit === 'ticks')}
          />
        }
      />
      <span>within</span>
      <NumberBox
        label="Minutes"
        path={`${path}.within`}
        value={condition.withinMinutes}
        least={1}
        most={1440}
        onTake={(withinMinutes) => onChange({ ...condition, withinMinutes })}
        unit="min"
      />
    </>
  );
}

function VolumeFields({ condition, path, onChange }: FieldsProps<'volume'>): ReactNode {
  return (
    <>
      <span>from</span>
      <NumberBox
        label="Multiple of the usual volume"
        path={`${path}.volume`}
        value={condition.multiple}
        most={100}
        decimals={1}
        onTake={(multiple) => onChange({ ...condition, multiple })}
        unit="times"
      />
      <span>the usual of</span>
      <NumberBox
        label="Minutes of volume"
        path={`${path}.window`}
        value={condition.windowMinutes}
        least={1}
        most={60}
        onTake={(windowMinutes) => onChange({ ...condition, windowMinutes })}
        unit="min"
      />
    </>
  );
}

function KindFields({ condition, ...rest }: FieldsProps<Condition['kind']>): ReactNode {
  switch (condition.kind) {
    case 'event':
    case 'pattern':
      return <FindingFields condition={condition} {...rest} />;
    case 'price_level':
      return <LevelFields condition={condition} {...rest} />;
    case 'price_move':
      return <MoveFields condition={condition} {...rest} />;
    case 'volume':
      return <VolumeFields condition={condition} {...rest} />;
    case 'trend':
      return (
        <Choice
          label="Trend"
          path={`${rest.path}.trend`}
          value={condition.to[0] ?? 'bullish'}
          options={TRENDS.map((value) => ({ value, label: `turns ${TREND_WORDS[value].toLowerCase()}` }))}
          onTake={(to) => rest.onChange({ ...condition, to: [to] })}
        />
      );
    case 'price_line':
      return <span>{LEVEL_TEST_WORDS[condition.test]}; its points are in the text</span>;
  }
}

export function ConditionFields(props: FieldsProps<Condition['kind']>): ReactNode {
  const { condition, path, onChange } = props;
  return (
    <>
      <Choice
        label="Wait for"
        path={path}
        value={choiceOf(condition)}
        options={[...ownOption(condition), ...CONDITION_OPTIONS]}
        group={{ label: 'Patterns', options: PATTERN_OPTIONS }}
        onTake={(choice) => onChange(conditionOf(choice, condition))}
      />
      <KindFields {...props} />
    </>
  );
}
