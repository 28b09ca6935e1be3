/** The fields of a trade: what most people fill in, and the rest behind one line. */
import type { ReactNode } from 'react';
import { useId } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useTradeFacets } from '#api/journal/trades.ts';
import { USER_ZONE, zoneCity } from '#lib/format/times.ts';
import { TextArea, TextField } from '#ui/controls/text-field.tsx';
import type { TradeDraft } from './trade-draft.ts';

/** Names that people type otherwise by hand in ten ways. */
const KNOWN_PLATFORMS = [
  'Manual',
  'MetaTrader 4',
  'MetaTrader 5',
  'TradingView',
  'cTrader',
  'NinjaTrader',
] as const;
const KNOWN_SYMBOLS = ['ES', 'NQ', 'YM', 'CL', 'GC', 'MES', 'MNQ'] as const;

export interface TradeFieldsProps<Output> {
  readonly form: UseFormReturn<TradeDraft, unknown, Output>;
  /** All fields visible: for a trade that is there already. */
  readonly isOpen: boolean;
}

function Proposals({ id, values }: { readonly id: string; readonly values: readonly string[] }): ReactNode {
  return (
    <datalist id={id}>
      {[...new Set(values)].map((value) => (
        <option key={value} value={value} />
      ))}
    </datalist>
  );
}

function useField<Output>({ register, formState }: UseFormReturn<TradeDraft, unknown, Output>) {
  return (name: keyof TradeDraft) => ({ ...register(name), error: formState.errors[name]?.message });
}

function SideField<Output>({ form }: { readonly form: TradeFieldsProps<Output>['form'] }): ReactNode {
  const id = useId();
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="field-label">
        Type
      </label>
      <select {...form.register('tradeType')} id={id} className="field">
        <option value="BUY">BUY</option>
        <option value="SELL">SELL</option>
      </select>
    </div>
  );
}

function MainFields<Output>({ form }: { readonly form: TradeFieldsProps<Output>['form'] }): ReactNode {
  const id = useId();
  const facets = useTradeFacets().data;
  const field = useField(form);
  const city = zoneCity(USER_ZONE);
  const price = { type: 'number', step: '0.00001', inputMode: 'decimal' } as const;
  return (
    <div className="trade-fields">
      <TextField label="Platform" required list={`${id}-platforms`} {...field('platform')} />
      <TextField
        label="Symbol"
        required
        list={`${id}-symbols`}
        autoCapitalize="characters"
        {...field('instrumentSymbol')}
      />
      <SideField form={form} />
      <TextField label="Quantity" required type="number" step="any" min="0" {...field('quantity')} />
      <TextField label="Entry price" required placeholder="4567.25" {...price} {...field('entryPrice')} />
      <TextField label="Exit price" placeholder="optional" {...price} {...field('exitPrice')} />
      <div className="wide">
        <TextField label={`Entry time, ${city}`} type="datetime-local" step="1" {...field('entryTime')} />
      </div>
      <div className="wide">
        <TextField label={`Exit time, ${city}`} type="datetime-local" step="1" {...field('exitTime')} />
      </div>
      <TextField label="P&L" type="number" step="0.01" placeholder="optional" {...field('pnl')} />
      <TextField
        label="Commission"
        type="number"
        step="0.01"
        placeholder="optional"
        {...field('commission')}
      />
      <Proposals id={`${id}-platforms`} values={[...KNOWN_PLATFORMS, ...(facets?.platforms ?? [])]} />
      <Proposals id={`${id}-symbols`} values={[...KNOWN_SYMBOLS, ...(facets?.roots ?? [])]} />
    </div>
  );
}

function MoreFields<Output>({ form }: { readonly form: TradeFieldsProps<Output>['form'] }): ReactNode {
  const id = useId();
  const facets = useTradeFacets().data;
  const field = useField(form);
  return (
    <>
      <div className="trade-fields">
        <TextField label="Strategy" list={`${id}-strategies`} {...field('strategy')} />
        <TextField label="Tags, separated by commas" list={`${id}-tags`} {...field('tags')} />
        <TextField label="Account" list={`${id}-accounts`} {...field('account')} />
        <TextField label="Currency" maxLength={3} autoCapitalize="characters" {...field('currency')} />
        <TextField label="Fees" type="number" step="0.01" {...field('fees')} />
        <TextField label="Initial stop price" type="number" step="any" {...field('plannedStop')} />
      </div>
      <TextArea label="Notes" rows={3} {...field('notes')} />
      <Proposals id={`${id}-strategies`} values={facets?.strategies ?? []} />
      <Proposals id={`${id}-tags`} values={facets?.tags ?? []} />
      <Proposals id={`${id}-accounts`} values={facets?.accounts ?? []} />
    </>
  );
}

export function TradeFields<Output>({ form, isOpen }: TradeFieldsProps<Output>): ReactNode {
  return (
    <>
      <MainFields form={form} />
      <p className="t-12 text-text-3">
        A trade with an exit time is closed. P&amp;L is before commission and fees; if empty, it is calculated
        from the prices of known instruments.
      </p>
      {isOpen ? (
        <MoreFields form={form} />
      ) : (
        <details className="more-fields">
          <summary>Strategy, tags, account, notes</summary>
          <MoreFields form={form} />
        </details>
      )}
    </>
  );
}
