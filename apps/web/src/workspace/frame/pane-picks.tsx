/** Instrument and timeframe of a pane, in its head: each opens where it is chosen. */
import type { Pane, PaneSettings, TimeframeName } from '@undertow/contracts';
import { type ReactNode, useState } from 'react';
import { useInstruments, useUserInstruments } from '#api/market/instruments.ts';
import { BAR_CHOICES, type BarChoice, barChoice } from '#features/chart/studies/bar-choice.ts';
import { TIMEFRAMES } from '#lib/words/timeframes.ts';
import { Combobox } from '#ui/controls/combobox.tsx';
import { Icon } from '#ui/marks/icon.tsx';
import { Popover } from '#ui/overlays/popover.tsx';

export interface InstrumentPickProps {
  readonly instrumentId: number;
  readonly onPick: (instrumentId: number) => void;
}

/** The user's active instruments, as choices. */
export function useInstrumentOptions() {
  const list = useUserInstruments().data ?? [];
  return list
    .filter((row) => row.active)
    .map(({ instrumentId, instrument }) => ({
      value: String(instrumentId),
      label: `${instrument.symbol}  ${instrument.name}`,
    }));
}

export function InstrumentPick({ instrumentId, onPick }: InstrumentPickProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const options = useInstrumentOptions();
  const known = useInstruments().data?.find(({ id }) => id === instrumentId);
  return (
    <Popover
      label="Choose the instrument"
      align="start"
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <button type="button" className="pane-pick" aria-label={`Instrument: ${known?.symbol ?? 'unknown'}`}>
          {known?.symbol ?? '–'}
          <Icon name="down" size={11} />
        </button>
      }
    >
      <Combobox
        label="Instrument"
        hideLabel
        autoFocus
        value={String(instrumentId)}
        options={options}
        onChange={(value) => {
          setOpen(false);
          onPick(Number(value));
        }}
      />
    </Popover>
  );
}

export interface TimeframePickProps {
  readonly timeframe: TimeframeName;
  readonly onPick: (timeframe: TimeframeName) => void;
  /** Of a pane that shows bars of any kind; left out where it has those of the timeframes. */
  readonly bars?: {
    readonly chosen: BarChoice | null;
    readonly onPick: (value: string) => void;
  };
}

function MoreBars({ chosen, onPick }: NonNullable<TimeframePickProps['bars']>): ReactNode {
  return (
    <div className="bar-choices">
      {BAR_CHOICES.map(({ title, choices }) => (
        <fieldset key={title}>
          <legend>{title}</legend>
          {choices.map(({ value, label }) => (
            <button
              key={value}
              type="button"
              aria-pressed={value === chosen?.value}
              onClick={() => onPick(value)}
            >
              {label}
            </button>
          ))}
        </fieldset>
      ))}
    </div>
  );
}

export function TimeframePick({ timeframe, onPick, bars }: TimeframePickProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const chosen = bars?.chosen ?? null;
  const label = chosen?.label ?? TIMEFRAMES.find(({ value }) => value === timeframe)?.label ?? timeframe;
  return (
    <Popover
      label="Choose the timeframe"
      align="start"
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <button type="button" className="pane-pick" aria-label={`Timeframe: ${label}`}>
          {label}
          <Icon name="down" size={11} />
        </button>
      }
    >
      <div className="menu-list" style={{ minWidth: '120px' }}>
        {TIMEFRAMES.map((one, at) => (
          <button
            key={one.value}
            type="button"
            aria-pressed={chosen === null && one.value === timeframe}
            onClick={() => {
              setOpen(false);
              onPick(one.value);
            }}
          >
            <span>{one.label}</span>
            {at < 9 ? <span aria-hidden="true">{at + 1}</span> : null}
          </button>
        ))}
      </div>
      {bars === undefined ? null : (
        <MoreBars
          chosen={chosen}
          onPick={(value) => {
            setOpen(false);
            bars.onPick(value);
          }}
        />
      )}
    </Popover>
  );
}

/** The bars of a chart's pane; nothing for the other kinds, which have those of the timeframes. */
export function barsPick(
  { kind, settings }: Pick<Pane, 'kind' | 'settings'>,
  onSettings: (settings: PaneSettings) => void,
): Pick<TimeframePickProps, 'bars'> {
  if (kind !== 'chart') return {};
  return {
    bars: { chosen: barChoice(settings), onPick: (bars) => onSettings({ ...settings, bars }) },
  };
}
