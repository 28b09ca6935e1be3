/** What a rule trades and how it leaves: direction, size, order, exits, costs. */
import { type BacktestRule, DIRECTIONS, type Distance, type RuleExits } from '@undertow/backtest';
import type { ReactNode } from 'react';
import { CheckField } from '#ui/controls/check-field.tsx';
import { Choice } from './choice.tsx';
import { NumberBox, TextBox } from './value-box.tsx';

export interface PartProps {
  readonly rule: BacktestRule;
  readonly onChange: (rule: BacktestRule) => void;
}

const DIRECTION_WORDS = {
  with_event: 'With the event',
  against_event: 'Against the event',
  long: 'Always buy',
  short: 'Always sell',
} as const;

const ORDERS = [
  { value: 'market', label: 'Market order' },
  { value: 'limit', label: 'Limit order' },
] as const;

function OrderFields({ rule, onChange }: PartProps): ReactNode {
  const { order } = rule;
  return (
    <>
      <Choice
        label="Order"
        path="order"
        value={order.kind}
        options={ORDERS}
        onTake={(kind) =>
          onChange({
            ...rule,
            order: kind === 'market' ? { kind } : { kind, behindTicks: 0, waitSeconds: 60 },
          })
        }
      />
      {order.kind === 'market' ? null : (
        <>
          <NumberBox
            label="Ticks behind the best price"
            path="order.limit"
            value={order.behindTicks}
            most={9999}
            onTake={(behindTicks) => onChange({ ...rule, order: { ...order, behindTicks } })}
            unit="ticks"
          />
          <span>behind the best price, for</span>
          <NumberBox
            label="Seconds until it is cancelled"
            path="order.wait"
            value={order.waitSeconds}
            least={1}
            most={86_400}
            onTake={(waitSeconds) => onChange({ ...rule, order: { ...order, waitSeconds } })}
            unit="s"
          />
        </>
      )}
    </>
  );
}

export function TradeFields({ rule, onChange }: PartProps): ReactNode {
  const { position } = rule;
  return (
    <>
      <Choice
        label="Direction"
        path="direction"
        value={rule.direction}
        options={DIRECTIONS.map((value) => ({ value, label: DIRECTION_WORDS[value] }))}
        onTake={(direction) => onChange({ ...rule, direction })}
      />
      <span>size</span>
      <NumberBox
        label="Contracts of a position"
        path="position.size"
        value={position.size}
        least={1}
        most={1000}
        onTake={(size) => onChange({ ...rule, position: { ...position, size } })}
      />
      <span>at most</span>
      <NumberBox
        label="Positions at a time"
        path="position.max"
        value={position.max}
        least={1}
        most={100}
        onTake={(max) => onChange({ ...rule, position: { ...position, max } })}
      />
      <span>{position.max === 1 ? 'position at a time' : 'positions at a time'}</span>
      <OrderFields rule={rule} onChange={onChange} />
    </>
  );
}

const UNITS = [
  { value: 'ticks', label: 'ticks' },
  { value: 'ranges', label: 'ranges' },
] as const;

interface DistanceProps {
  readonly name: 'stop' | 'target' | 'trailing';
  readonly exits: RuleExits;
  readonly onTake: (distance: Distance | null) => void;
}

function DistanceField({ name, exits, onTake }: DistanceProps): ReactNode {
  const path = `exits.${name}`;
  const distance = exits[name];
  const unit = distance?.unit ?? 'ticks';
  return (
    <>
      <span>{name}</span>
      <NumberBox
        label={`Distance of the ${name}`}
        path={path}
        value={distance?.value ?? null}
        most={9999}
        decimals={unit === 'ticks' ? 0 : 2}
        onTake={(value) => onTake({ value, unit })}
        onClear={() => onTake(null)}
        unit={
          <Choice
            label={`Unit of the ${name}`}
            path={path}
            value={unit}
            options={UNITS}
            onTake={(next) => {
              if (distance !== null) onTake({ value: next === 'ticks' ? 16 : 1.5, unit: next });
            }}
          />
        }
      />
    </>
  );
}

export function ExitFields({ rule, onChange }: PartProps): ReactNode {
  const { exits } = rule;
  const change = (changed: Partial<RuleExits>): void =>
    onChange({ ...rule, exits: { ...exits, ...changed } });
  return (
    <>
      {(['stop', 'target', 'trailing'] as const).map((name) => (
        <DistanceField
          key={name}
          name={name}
          exits={exits}
          onTake={(distance) => change({ [name]: distance })}
        />
      ))}
      <span>after</span>
      <NumberBox
        label="Minutes until it is closed"
        path="exits.time"
        value={exits.timeSeconds === null ? null : exits.timeSeconds / 60}
        most={1440}
        decimals={2}
        onTake={(minutes) => change({ timeSeconds: Math.round(minutes * 60) })}
        onClear={() => change({ timeSeconds: null })}
        unit="min"
      />
      <span data-path="exits.opposite_event">
        <CheckField
          checked={exits.oppositeEvent}
          onChange={({ target }) => change({ oppositeEvent: target.checked })}
        >
          opposite event
        </CheckField>
      </span>
      <span data-path="exits.session_end">
        <CheckField
          checked={exits.sessionEnd}
          onChange={({ target }) => change({ sessionEnd: target.checked })}
        >
          session end
        </CheckField>
      </span>
    </>
  );
}

const MODELS = [
  { value: 'fast', label: 'fast' },
  { value: 'queue', label: 'queue-true' },
] as const;

const MODEL_NOTES = {
  fast: 'at the worst prices of each second.',
  queue: 'in the recorded book where its rows are kept: slower, for a final run.',
} as const;

export function CostFields({ rule, onChange }: PartProps): ReactNode {
  const { costs, fills } = rule;
  return (
    <>
      <span>commission</span>
      <span className="bt-amount">
        $
        <TextBox
          label="Commission of a round turn, US dollars"
          path="costs.round_turn"
          value={costs.roundTurn}
          width={5}
          isRight={(text) => /^\d{1,5}(\.\d{1,4})?$/.test(text)}
          onTake={(roundTurn) => onChange({ ...rule, costs: { roundTurn } })}
          expected="Expected an amount such as 4.20."
        />
      </span>
      <span>a round turn, latency</span>
      <NumberBox
        label="Latency, milliseconds"
        path="fills.latency"
        value={fills.latencyMs}
        most={9999}
        onTake={(latencyMs) => onChange({ ...rule, fills: { ...fills, latencyMs } })}
        unit="ms"
      />
      <span>plus up to</span>
      <NumberBox
        label="Jitter, milliseconds"
        path="fills.jitter"
        value={fills.jitterMs}
        most={9999}
        onTake={(jitterMs) => onChange({ ...rule, fills: { ...fills, jitterMs } })}
        unit="ms."
      />
      <span>Filled</span>
      <Choice
        label="Fills"
        path="fills.model"
        value={fills.model}
        options={MODELS}
        onTake={(model) => onChange({ ...rule, fills: { ...fills, model } })}
      />
      <span>{MODEL_NOTES[fills.model]}</span>
    </>
  );
}
