/** Which instruments a rule covers, at which hours it may fire, and how its alerts are announced. */

import { ALERT_NOTIFICATIONS, NEWS_FILTERS, SESSION_HOURS } from '@undertow/contracts';
import { DAY_S, HOUR_S } from '@undertow/market';
import type { ReactNode } from 'react';
import { useInstruments, useUserInstruments } from '#api/market/instruments.ts';
import { USER_ZONE, zoneCity } from '#lib/format/times.ts';
import { coolDownWords, METHOD_WORDS, NEWS_WORDS, SESSION_WORDS } from '#lib/words/alert-words.ts';
import { CheckField } from '#ui/controls/check-field.tsx';
import { SelectField } from '#ui/controls/select.tsx';
import { TextField } from '#ui/controls/text-field.tsx';
import { isOfPrice } from './rule-draft.ts';
import { fieldOf, type RuleForm } from './rule-form.ts';
import { ToggleSet } from './toggle-set.tsx';

interface FieldsProps {
  readonly form: RuleForm;
}

const COOL_DOWNS = [0, 30, 60, 300, 900, 1800, HOUR_S, 4 * HOUR_S, DAY_S] as const;

export function InstrumentsField({ form }: FieldsProps): ReactNode {
  const own = useUserInstruments().data ?? [];
  const catalogue = useInstruments().data ?? [];
  const [kind, near, all] = form.watch(['kind', 'near', 'allInstruments']);
  const isPrice = isOfPrice({ kind, near });
  const isAll = all && !isPrice;
  const kept = form.formState.defaultValues?.instrumentIds ?? [];
  // An instrument that was taken off the list can still be taken out of the rule
  const others = kept.filter((id) => own.every((row) => String(row.instrumentId) !== id));
  const symbolOf = (id: string): string =>
    catalogue.find((row) => String(row.id) === id)?.symbol ?? `No. ${id}`;
  return (
    <fieldset className="rule-part">
      <legend>Instruments</legend>
      {isPrice ? null : (
        <CheckField {...form.register('allInstruments')}>
          All your instruments, including those you add later
        </CheckField>
      )}
      {isAll ? null : (
        <ToggleSet
          form={form}
          name="instrumentIds"
          legend={isPrice ? 'The price is one of' : 'Only these'}
          options={[
            ...own.map((row) => ({ value: String(row.instrumentId), label: row.instrument.symbol })),
            ...others.map((id) => ({ value: id ?? '', label: symbolOf(id ?? '') })),
          ]}
        />
      )}
    </fieldset>
  );
}

function QuietFields({ form }: FieldsProps): ReactNode {
  return (
    <>
      <CheckField {...form.register('isQuiet')}>
        Quiet hours: alerts are saved without sound, notification or email
      </CheckField>
      {form.watch('isQuiet') ? (
        <div className="rule-grid">
          <TextField label={`From, ${zoneCity(USER_ZONE)}`} type="time" {...fieldOf(form, 'quietFrom')} />
          <TextField label="To" type="time" {...fieldOf(form, 'quietTo')} />
        </div>
      ) : null}
    </>
  );
}

export function HoursFields({ form }: FieldsProps): ReactNode {
  const kept = Number(form.formState.defaultValues?.coolDownSeconds ?? 0);
  const coolDowns = [...new Set([...COOL_DOWNS, kept])].sort((a, b) => a - b);
  return (
    <fieldset className="rule-part">
      <legend>Hours and channels</legend>
      <div className="rule-grid">
        <SelectField
          label="Session"
          {...form.register('sessionHours')}
          options={SESSION_HOURS.map((value) => ({ value, label: SESSION_WORDS[value] }))}
        />
        <SelectField
          label="News window"
          {...form.register('newsWindow')}
          options={NEWS_FILTERS.map((value) => ({ value, label: NEWS_WORDS[value] }))}
        />
        <SelectField
          label="Cool-down"
          {...form.register('coolDownSeconds')}
          options={coolDowns.map((seconds) => ({ value: String(seconds), label: coolDownWords(seconds) }))}
        />
        <TextField
          label={`Until, ${zoneCity(USER_ZONE)} (optional)`}
          type="datetime-local"
          {...fieldOf(form, 'expires')}
        />
        <SelectField
          label="Send by"
          {...form.register('notificationMethod')}
          options={ALERT_NOTIFICATIONS.map((value) => ({ value, label: METHOD_WORDS[value] }))}
        />
      </div>
      <QuietFields form={form} />
    </fieldset>
  );
}
