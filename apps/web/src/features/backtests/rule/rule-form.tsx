/** The rule as a form: what it waits for, filters, trade, exits and costs. */
import type { BacktestRule } from '@undertow/backtest';
import { INSTRUMENTS } from '@undertow/market';
import type { FocusEvent, ReactNode } from 'react';
import { Button } from '#ui/controls/button.tsx';
import { Select } from '#ui/controls/select.tsx';
import { TextField } from '#ui/controls/text-field.tsx';
import { Icon } from '#ui/marks/icon.tsx';
import { ConditionFields } from './condition-fields.tsx';
import { FilterFields } from './filter-fields.tsx';
import { conditionOf } from './new-condition.ts';
import { CostFields, ExitFields, type PartProps, TradeFields } from './trade-fields.tsx';
import { NumberBox } from './value-box.tsx';

const MAX_CONDITIONS = 4;
const FIRST_WITHIN_SECONDS = 300;

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactNode {
  return (
    <fieldset className="bt-part">
      <legend className="field-label">{title}</legend>
      <div className="bt-words">{children}</div>
    </fieldset>
  );
}

function EntryFields({ rule, onChange }: PartProps): ReactNode {
  const { all, withinSeconds } = rule.entry;
  const change = (next: BacktestRule['entry']['all']): void =>
    onChange({
      ...rule,
      entry: { all: next, withinSeconds: next.length > 1 ? (withinSeconds ?? FIRST_WITHIN_SECONDS) : null },
    });
  const [first] = all;
  return (
    <>
      {all.map((condition, at) => (
        <div key={all.length > 1 ? `entry.all.${at}` : 'entry'} className="bt-words">
          {at === 0 ? null : <span>and</span>}
          <ConditionFields
            condition={condition}
            path={all.length > 1 ? `entry.all.${at}` : 'entry'}
            onChange={(next) => change(all.map((one, index) => (index === at ? next : one)))}
          />
          {all.length === 1 ? null : (
            <Button
              kind="ghost"
              size="icon"
              aria-label={`Remove condition ${at + 1}`}
              onClick={() => change(all.filter((_, index) => index !== at))}
            >
              <Icon name="close" size={12} />
            </Button>
          )}
        </div>
      ))}
      {withinSeconds === null ? null : (
        <>
          <span>all within</span>
          <NumberBox
            label="Seconds within which all become true"
            path="entry.within"
            value={withinSeconds}
            least={1}
            most={14_400}
            onTake={(seconds) => onChange({ ...rule, entry: { all, withinSeconds: seconds } })}
            unit="s"
          />
        </>
      )}
      {all.length >= MAX_CONDITIONS || first === undefined ? null : (
        <Button
          kind="quiet"
          size="small"
          onClick={() => change([...all, conditionOf(`event:absorption`, first)])}
        >
          <Icon name="plus" size={12} /> And within a time
        </Button>
      )}
    </>
  );
}

export interface RuleFormProps extends PartProps {
  /** The text cannot be read: the form shows the rule before. */
  readonly isBehind: boolean;
  readonly onFocusPath: (path: string | null) => void;
}

export function RuleForm({ rule, onChange, isBehind, onFocusPath }: RuleFormProps): ReactNode {
  const focus = ({ target }: FocusEvent<HTMLElement>): void =>
    onFocusPath(target.closest<HTMLElement>('[data-path]')?.dataset['path'] ?? null);
  const products = INSTRUMENTS.map(({ symbol }) => ({ value: symbol, label: symbol }));
  return (
    <fieldset
      className="bt-form"
      disabled={isBehind}
      aria-label="Rule"
      onFocus={focus}
      onBlur={() => onFocusPath(null)}
    >
      <div className="bt-names">
        <div data-path="name" className="grow">
          <TextField
            label="Name"
            value={rule.name}
            maxLength={80}
            autoComplete="off"
            onChange={({ target }) => onChange({ ...rule, name: target.value })}
          />
        </div>
        <div data-path="product">
          <Select
            label="Product"
            value={rule.product}
            options={products}
            onChange={(product) => onChange({ ...rule, product })}
          />
        </div>
      </div>
      <Part title="When">
        <EntryFields rule={rule} onChange={onChange} />
      </Part>
      <Part title="Only if">
        <FilterFields rule={rule} onChange={onChange} />
      </Part>
      <Part title="Trade">
        <TradeFields rule={rule} onChange={onChange} />
      </Part>
      <Part title="Exit">
        <ExitFields rule={rule} onChange={onChange} />
      </Part>
      <Part title="Cost">
        <CostFields rule={rule} onChange={onChange} />
      </Part>
    </fieldset>
  );
}
