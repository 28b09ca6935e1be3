/** What a rule waits for: the kind, and the fields that this kind has. */
import { LEVEL_TESTS, NEAR_LEVELS } from '@undertow/contracts';
import { TRENDS } from '@undertow/market';
import type { ReactNode } from 'react';
import {
  DIRECTION_WORDS,
  KIND_WORDS,
  LEVEL_TEST_WORDS,
  lineWords,
  NEAR_WORDS,
  PER_DAY_WORDS,
} from '#lib/words/alert-words.ts';
import { TREND_WORDS } from '#lib/words/words.ts';
import { SelectField } from '#ui/controls/select.tsx';
import { TextField } from '#ui/controls/text-field.tsx';
import { EventTypesField } from './event-types-field.tsx';
import { CONDITION_KINDS, DIRECTIONS, PER_DAY, WINDOW_MINUTES } from './rule-draft.ts';
import { fieldOf, type RuleForm } from './rule-form.ts';
import { ToggleSet } from './toggle-set.tsx';

interface FieldsProps {
  readonly form: RuleForm;
}

function LevelFields({ form }: FieldsProps): ReactNode {
  return (
    <>
      <SelectField
        label="Price"
        {...form.register('levelTest')}
        options={LEVEL_TESTS.map((value) => ({ value, label: LEVEL_TEST_WORDS[value] }))}
      />
      <TextField label="Level" inputMode="decimal" placeholder="4567.25" {...fieldOf(form, 'levelPrice')} />
    </>
  );
}

function LineFields({ form }: FieldsProps): ReactNode {
  const { drawn, instrumentIds } = form.watch();
  return (
    <>
      <SelectField
        label="Price"
        {...form.register('levelTest')}
        options={LEVEL_TESTS.map((value) => ({ value, label: LEVEL_TEST_WORDS[value] }))}
      />
      {drawn === null ? null : (
        <p className="rule-hint">
          {lineWords(drawn.line, Number(instrumentIds[0]))}. The alert follows the line when you move it, and
          ends when you delete it.
        </p>
      )}
    </>
  );
}

function MoveFields({ form }: FieldsProps): ReactNode {
  return (
    <>
      <SelectField
        label="Price moves"
        {...form.register('direction')}
        options={DIRECTIONS.map((value) => ({ value, label: DIRECTION_WORDS[value] }))}
      />
      <TextField label="By" inputMode="decimal" {...fieldOf(form, 'moveAmount')} />
      <SelectField
        label="Unit"
        {...form.register('moveUnit')}
        options={[
          { value: 'ticks', label: 'ticks' },
          { value: 'percent', label: 'percent' },
        ]}
      />
      <TextField label="Within, minutes" inputMode="numeric" {...fieldOf(form, 'moveMinutes')} />
    </>
  );
}

function VolumeFields({ form }: FieldsProps): ReactNode {
  return (
    <>
      <SelectField
        label="Volume of the last"
        {...form.register('windowMinutes')}
        options={WINDOW_MINUTES.map((minutes) => ({ value: String(minutes), label: `${minutes} min` }))}
      />
      <TextField label="At least this many times normal" inputMode="decimal" {...fieldOf(form, 'multiple')} />
      <p className="rule-hint">Normal is the usual volume at this time of day.</p>
    </>
  );
}

function TrendFields({ form }: FieldsProps): ReactNode {
  return (
    <ToggleSet
      form={form}
      name="trends"
      legend="The daily trend turns"
      options={TRENDS.map((value) => ({ value, label: TREND_WORDS[value] }))}
    />
  );
}

function NearFields({ form }: FieldsProps): ReactNode {
  const near = form.watch('near');
  return (
    <>
      <SelectField
        label="Near"
        {...form.register('near')}
        options={[
          { value: 'none', label: 'Anywhere' },
          { value: 'price', label: 'My own price' },
          ...NEAR_LEVELS.map((value) => ({ value, label: NEAR_WORDS[value] })),
        ]}
      />
      {near === 'price' ? (
        <TextField label="Price" inputMode="decimal" placeholder="4567.25" {...fieldOf(form, 'nearPrice')} />
      ) : null}
      {near === 'none' ? null : (
        <TextField label="Within, ticks" inputMode="numeric" {...fieldOf(form, 'nearTicks')} />
      )}
    </>
  );
}

function EventFields({ form }: FieldsProps): ReactNode {
  return (
    <>
      <EventTypesField form={form} />
      <SelectField
        label="Side"
        {...form.register('side')}
        options={[
          { value: 'either', label: 'Either' },
          { value: 'bid', label: 'Bid' },
          { value: 'ask', label: 'Ask' },
        ]}
      />
      <TextField label="Confidence from, %" inputMode="decimal" {...fieldOf(form, 'confidence')} />
      <TextField label="Contracts from" inputMode="numeric" {...fieldOf(form, 'minSize')} />
      <SelectField
        label="Largest of the day"
        {...form.register('perDay')}
        options={PER_DAY.map((value) => ({ value, label: PER_DAY_WORDS[value] }))}
      />
      <NearFields form={form} />
    </>
  );
}

const FIELDS = {
  event: EventFields,
  price_level: LevelFields,
  price_line: LineFields,
  price_move: MoveFields,
  volume: VolumeFields,
  trend: TrendFields,
} as const;

export function ConditionFields({ form }: FieldsProps): ReactNode {
  const Fields = FIELDS[form.watch('kind')];
  const isDrawn = form.watch('drawn') !== null;
  return (
    <fieldset className="rule-part">
      <legend>When</legend>
      <div className="rule-grid">
        <SelectField
          label="Kind"
          {...form.register('kind')}
          options={CONDITION_KINDS.filter((value) => value !== 'price_line' || isDrawn).map((value) => ({
            value,
            label: KIND_WORDS[value],
          }))}
        />
        <Fields form={form} />
      </div>
    </fieldset>
  );
}
