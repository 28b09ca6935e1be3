/**
 * What the file does not say, or what was assumed about it: one control each, and every change reads the file again.
 */
import {
  type Assumption,
  type ImportAnswers,
  type ImportQuestion,
  PLATFORM_IDS,
  type PlatformId,
} from '@undertow/journal';
import { type ReactNode, useId, useState } from 'react';
import { useTradeFacets } from '#api/journal/trades.ts';
import type { FilePreview } from '#features/trades/import/file-preview.ts';
import { PLATFORM_WORDS } from '#features/trades/import/import-words.ts';
import type { QueuedFile } from '#features/trades/import/queued-file.ts';
import { likelyZones, otherZones } from '#features/trades/import/zone-choices.ts';
import { Select } from '#ui/controls/select.tsx';
import { TextField } from '#ui/controls/text-field.tsx';

const NOT_CHOSEN = { value: '', label: 'Choose' };
const DATE_ORDERS = [
  { value: 'dmy', label: 'day / month / year' },
  { value: 'mdy', label: 'month / day / year' },
];
const DECIMAL_MARKS = [
  { value: '.', label: 'point, 1,234.50' },
  { value: ',', label: 'comma, 1.234,50' },
];
const ENCODINGS = ['utf-8', 'windows-1252', 'windows-1251', 'shift_jis', 'gb18030', 'big5', 'euc-kr'];

type QuestionField = ImportQuestion['field'];
type Change = (change: ImportAnswers) => void;

interface ControlProps {
  readonly item: QueuedFile;
  readonly preview: FilePreview;
  readonly onChange: Change;
}

/** A line of text that is handed on once it is left, or with Enter: each change reads the whole file again. */
function AnswerText({
  label,
  value,
  isMissing,
  proposals,
  onAnswer,
}: {
  readonly label: string;
  readonly value: string;
  readonly isMissing: boolean;
  readonly proposals: readonly string[];
  readonly onAnswer: (text: string) => void;
}): ReactNode {
  const id = useId();
  const [text, setText] = useState(value);
  const commit = (): void => {
    if (text.trim() !== value) onAnswer(text.trim());
  };
  return (
    <div className="min-w-0">
      <TextField
        label={label}
        value={text}
        maxLength={80}
        list={id}
        placeholder={proposals[0] ?? ''}
        error={isMissing ? 'Needs an answer.' : undefined}
        onChange={(event) => setText(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit();
        }}
      />
      <datalist id={id}>
        {proposals.map((proposal) => (
          <option key={proposal} value={proposal} />
        ))}
      </datalist>
    </div>
  );
}

/** Questions, open or answered, and assumptions, under one name. */
function useFacts({ item, preview }: ControlProps) {
  const assumptionOf = (field: Assumption['field'], subject = ''): Assumption | undefined =>
    preview.report.assumptions.find((one) => one.field === field && one.subject === subject);
  const questionOf = (field: QuestionField, subject = ''): ImportQuestion | undefined =>
    item.questions.find((one) => one.field === field && one.subject === subject);
  return {
    isShown: (field: QuestionField): boolean =>
      questionOf(field) !== undefined || assumptionOf(field) !== undefined || answered(item.answers, field),
    isMissing: (field: QuestionField, subject = ''): boolean =>
      preview.questions.some((one) => one.blocking && one.field === field && one.subject === subject),
    assumed: (field: QuestionField, subject = ''): string => assumptionOf(field, subject)?.value ?? '',
    optionsOf: (field: QuestionField, subject = ''): readonly string[] =>
      questionOf(field, subject)?.options ?? [],
    assumptionOf,
  };
}

function answered(answers: ImportAnswers, field: QuestionField): boolean {
  return field !== 'pointValue' && answers[field] !== undefined;
}

function ZoneControl(props: ControlProps): ReactNode {
  const { isMissing, assumed, optionsOf } = useFacts(props);
  const { answers } = props.item;
  const proposed = [answers.zone, ...optionsOf('zone')].filter((zone) => zone !== undefined && zone !== '');
  const likely = likelyZones(proposed as readonly string[]);
  const value = answers.zone ?? assumed('zone');
  const own = value === '' || likely.some((one) => one.value === value) ? [] : [{ value, label: value }];
  return (
    <Select
      label="Times in the file are"
      value={isMissing('zone') ? '' : value}
      isMissing={isMissing('zone')}
      options={[...(value === '' || isMissing('zone') ? [NOT_CHOSEN] : []), ...own, ...likely]}
      group={{ label: 'All zones', options: otherZones(likely) }}
      onChange={(zone) => props.onChange({ zone: zone === '' ? undefined : zone })}
    />
  );
}

/** A choice out of two or a few that the journal knows by name. */
function ChoiceControl({
  props,
  label,
  field,
  choices,
}: {
  readonly props: ControlProps;
  readonly label: string;
  readonly field: 'dateOrder' | 'decimalMark';
  readonly choices: readonly { readonly value: string; readonly label: string }[];
}): ReactNode {
  const { isMissing, assumed } = useFacts(props);
  const given = props.item.answers[field] ?? assumed(field);
  const value = choices.some((one) => one.value === given) ? given : '';
  return (
    <Select
      label={label}
      value={value}
      isMissing={isMissing(field)}
      options={[...(value === '' ? [NOT_CHOSEN] : []), ...choices]}
      onChange={(next) => props.onChange({ [field]: next === '' ? undefined : next })}
    />
  );
}

function TextControl({
  props,
  label,
  field,
}: {
  readonly props: ControlProps;
  readonly label: string;
  readonly field: 'account' | 'currency' | 'symbol';
}): ReactNode {
  const { isMissing, assumed, optionsOf } = useFacts(props);
  const value = props.item.answers[field] ?? assumed(field);
  const accounts = useTradeFacets().data?.accounts ?? [];
  const known = field === 'account' ? accounts.filter((account) => account !== '') : [];
  return (
    <AnswerText
      key={value}
      label={label}
      value={value}
      isMissing={isMissing(field)}
      proposals={[...new Set([...optionsOf(field), ...known])]}
      onAnswer={(text) =>
        props.onChange({
          [field]: text === '' ? undefined : field === 'currency' ? text.toUpperCase() : text,
        })
      }
    />
  );
}

function PointValueControls(props: ControlProps): ReactNode {
  const { isMissing, assumed, optionsOf } = useFacts(props);
  const { answers, questions } = props.item;
  return questions
    .filter(({ field }) => field === 'pointValue')
    .map(({ subject }) => (
      <AnswerText
        key={subject}
        label={`Money per point of ${subject}`}
        value={answers.pointValues?.[subject] ?? assumed('pointValue', subject)}
        isMissing={isMissing('pointValue', subject)}
        proposals={optionsOf('pointValue', subject)}
        onAnswer={(text) => {
          const { [subject]: _gone, ...others } = answers.pointValues ?? {};
          props.onChange({ pointValues: text === '' ? others : { ...others, [subject]: text } });
        }}
      />
    ));
}

function PlatformControl({ item, preview, onChange }: ControlProps): ReactNode {
  const platform = item.answers.platform === 'mapped' ? 'mapped' : preview.report.platform;
  return (
    <Select
      label={item.answers.platform === undefined ? 'Platform, detected' : 'Platform'}
      value={platform}
      options={PLATFORM_IDS.map((value) => ({ value, label: PLATFORM_WORDS[value] }))}
      onChange={(value) => onChange({ platform: value as PlatformId })}
    />
  );
}

export function PreviewControls(props: ControlProps): ReactNode {
  const { isShown, assumptionOf } = useFacts(props);
  const encoding = props.item.answers.encoding ?? assumptionOf('encoding')?.value;
  return (
    <div className="preview-controls">
      <PlatformControl {...props} />
      {isShown('zone') ? <ZoneControl {...props} /> : null}
      {isShown('dateOrder') ? (
        <ChoiceControl props={props} label="Date format" field="dateOrder" choices={DATE_ORDERS} />
      ) : null}
      {isShown('decimalMark') ? (
        <ChoiceControl props={props} label="Decimal mark" field="decimalMark" choices={DECIMAL_MARKS} />
      ) : null}
      {isShown('symbol') ? <TextControl props={props} label="Instrument" field="symbol" /> : null}
      {isShown('account') ? <TextControl props={props} label="Account" field="account" /> : null}
      {isShown('currency') ? <TextControl props={props} label="Currency" field="currency" /> : null}
      <PointValueControls {...props} />
      {encoding === undefined ? null : (
        <Select
          label="Encoding"
          value={encoding}
          options={[...new Set([encoding, ...ENCODINGS])].map((value) => ({ value, label: value }))}
          onChange={(value) => props.onChange({ encoding: value })}
        />
      )}
    </div>
  );
}
