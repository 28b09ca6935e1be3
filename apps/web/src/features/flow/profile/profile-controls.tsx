/** What a profile may be set to: as a bar above it where there is room, else one below the other in the settings of its pane. */
import type { ReactNode } from 'react';
import {
  BALANCE_MINUTES,
  PERIOD_MINUTES,
  PROFILE_ROW_TICKS,
  type ProfileChoices,
  SESSION_COUNTS,
  VALUE_PERCENTS,
} from '#flow-panes/sessions/profile-choices.ts';
import { Segmented } from '#ui/controls/segmented.tsx';
import { Switch } from '#ui/controls/switch.tsx';

export interface ProfileControlsProps {
  readonly choices: ProfileChoices;
  readonly onChange: (change: Readonly<Record<string, boolean | number | string>>) => void;
}

function Choice<T extends string>(props: {
  readonly label: string;
  readonly value: T;
  readonly options: readonly (readonly [value: T, label: string])[];
  readonly onChange: (value: T) => void;
}): ReactNode {
  const { label, value, options, onChange } = props;
  return (
    <span className="profile-choice">
      <span aria-hidden="true">{label}</span>
      <Segmented
        label={label}
        value={value}
        options={options.map(([one, words]) => ({ value: one, label: words }))}
        onChange={onChange}
      />
    </span>
  );
}

function Numbers(props: {
  readonly label: string;
  readonly value: number;
  readonly options: readonly (readonly [value: number, label: string])[];
  readonly onChange: (value: number) => void;
}): ReactNode {
  const { label, value, options, onChange } = props;
  return (
    <Choice
      label={label}
      value={String(value)}
      options={options.map(([one, words]) => [String(one), words] as const)}
      onChange={(next) => onChange(Number(next))}
    />
  );
}

/** What is drawn, and of which hours. */
export function MainControls({ choices, onChange }: ProfileControlsProps): ReactNode {
  return (
    <>
      <Choice
        label="Profile"
        value={choices.view}
        options={[
          ['tpo', 'TPO'],
          ['volume', 'Volume'],
          ['visible', 'Visible'],
          ['range', 'Range'],
        ]}
        onChange={(view) => onChange({ view })}
      />
      <Choice
        label="Session"
        value={choices.session}
        options={[
          ['RTH', 'RTH'],
          ['ETH', 'ETH'],
        ]}
        onChange={(session) => onChange({ session })}
      />
    </>
  );
}

function LetterControls({ choices, onChange }: ProfileControlsProps): ReactNode {
  return (
    <>
      <Numbers
        label="Period"
        value={choices.periodMinutes}
        options={PERIOD_MINUTES.map((minutes) => [minutes, minutes === 30 ? '30 min' : String(minutes)])}
        onChange={(period) => onChange({ period })}
      />
      <Numbers
        label="Initial balance"
        value={choices.balanceMinutes}
        options={BALANCE_MINUTES.map((minutes) => [minutes, minutes === 60 ? '60 min' : String(minutes)])}
        onChange={(balance) => onChange({ balance })}
      />
      <Choice
        label="Value from"
        value={choices.valueFrom}
        options={[
          ['tpo', 'TPO'],
          ['volume', 'Volume'],
        ]}
        onChange={(from) => onChange({ from })}
      />
      <Choice
        label="Show"
        value={choices.show}
        options={[
          ['letters', 'Letters'],
          ['blocks', 'Blocks'],
        ]}
        onChange={(show) => onChange({ show })}
      />
      <Choice
        label="Periods"
        value={choices.isSplit ? 'split' : 'merged'}
        options={[
          ['merged', 'Merged'],
          ['split', 'Split'],
        ]}
        onChange={(next) => onChange({ split: next === 'split' })}
      />
    </>
  );
}

export function MoreControls({ choices, onChange }: ProfileControlsProps): ReactNode {
  const isBySession = choices.view === 'tpo' || choices.view === 'volume';
  return (
    <>
      <Numbers
        label="Row, ticks"
        value={choices.rowTicks}
        options={PROFILE_ROW_TICKS.map((ticks) => [ticks, ticks === 0 ? 'Fit' : String(ticks)])}
        onChange={(rowTicks) => onChange({ rowTicks })}
      />
      {choices.view === 'tpo' ? <LetterControls choices={choices} onChange={onChange} /> : null}
      <Numbers
        label="Value"
        value={choices.valuePercent}
        options={VALUE_PERCENTS.map((percent) => [percent, `${percent}%`])}
        onChange={(value) => onChange({ value })}
      />
      <Numbers
        label="Sessions"
        value={choices.sessions}
        options={SESSION_COUNTS.map((count) => [count, String(count)])}
        onChange={(sessions) => onChange({ sessions })}
      />
      {choices.view === 'tpo' ? (
        <Switch label="Volume" checked={choices.hasVolume} onChange={(volume) => onChange({ volume })} />
      ) : null}
      {isBySession ? (
        <>
          <Switch label="Naked POC" checked={choices.hasNaked} onChange={(naked) => onChange({ naked })} />
          <Switch label="Levels" checked={choices.hasLevels} onChange={(levels) => onChange({ levels })} />
        </>
      ) : null}
    </>
  );
}
