/** Settings of the studies of a chart: indicators with their numbers, VWAP, profiles. */
import type { PaneSettings } from '@undertow/contracts';
import { type ReactNode, useState } from 'react';
import {
  areNumbersOf,
  INDICATOR_KINDS,
  INDICATORS,
  type IndicatorKind,
  indicatorSetting,
  MAX_ANCHORS,
  studyChoices,
} from '#chart/studies/study-choices.ts';
import { countOf } from '#lib/format/formats.ts';
import { Button } from '#ui/controls/button.tsx';
import { Switch } from '#ui/controls/switch.tsx';

interface StudySettingsProps {
  readonly settings: PaneSettings;
  readonly onSettings: (change: PaneSettings) => void;
}

/** One of a kind is one line; averages may be shown several times. */
const MAX_OF_KIND = 3;

interface NumbersProps {
  readonly kind: IndicatorKind;
  readonly numbers: readonly number[];
  readonly order: number;
  readonly onChange: (numbers: readonly number[]) => void;
}

/** What is typed counts as soon as it can be computed; until then the field says that it cannot. */
function Numbers({ kind, numbers, order, onChange }: NumbersProps): ReactNode {
  const [typed, setTyped] = useState(() => numbers.map(String));
  const isGood = areNumbersOf(
    kind,
    typed.map((text) => (text.trim() === '' ? Number.NaN : Number(text))),
  );
  return (
    <span className="flex items-center gap-1">
      {INDICATORS[kind].fields.map((field, at) => (
        <input
          key={field}
          className="field study-number"
          inputMode="decimal"
          aria-label={`${INDICATORS[kind].name}${order > 0 ? ` ${order + 1}` : ''}, ${field.toLowerCase()}`}
          title={field}
          aria-invalid={!isGood || undefined}
          value={typed[at] ?? ''}
          onChange={(event) => {
            const next = typed.map((text, index) => (index === at ? event.target.value : text));
            setTyped(next);
            const values = next.map((text) => (text.trim() === '' ? Number.NaN : Number(text)));
            if (areNumbersOf(kind, values)) onChange(values);
          }}
        />
      ))}
    </span>
  );
}

function Indicator({
  kind,
  settings,
  onSettings,
}: StudySettingsProps & { readonly kind: IndicatorKind }): ReactNode {
  const { title, standard, hasPane } = INDICATORS[kind];
  const shown = studyChoices(settings).indicators.filter((one) => one.kind === kind);
  const save = (all: readonly { readonly numbers: readonly number[] }[]): void =>
    onSettings({ [kind]: indicatorSetting(all) });
  return (
    <div className="flex flex-col gap-1">
      <div className="flex items-center justify-between gap-3">
        <Switch
          label={title}
          checked={shown.length > 0}
          onChange={(on) => save(on ? [{ numbers: standard }] : [])}
        />
        {shown[0] === undefined ? null : (
          <Numbers
            kind={kind}
            order={0}
            numbers={shown[0].numbers}
            onChange={(numbers) => save([{ numbers }, ...shown.slice(1)])}
          />
        )}
      </div>
      {shown.slice(1).map((one, at) => (
        <div key={`${kind} ${at + 1}`} className="flex items-center justify-end gap-1">
          <Numbers
            kind={kind}
            order={at + 1}
            numbers={one.numbers}
            onChange={(numbers) => save(shown.map((each, index) => (index === at + 1 ? { numbers } : each)))}
          />
        </div>
      ))}
      {hasPane || kind === 'bollinger' || shown.length === 0 ? null : (
        <div className="flex justify-end gap-1">
          {shown.length < MAX_OF_KIND ? (
            <Button
              size="small"
              onClick={() =>
                save([...shown, { numbers: [Math.min(500, (shown.at(-1)?.numbers[0] ?? 20) * 2)] }])
              }
            >
              Add another
            </Button>
          ) : null}
          {shown.length > 1 ? (
            <Button size="small" kind="ghost" onClick={() => save(shown.slice(0, -1))}>
              Remove the last
            </Button>
          ) : null}
        </div>
      )}
    </div>
  );
}

const SWITCHES = [
  ['vwapBands', 'VWAP bands at 1 and 2 deviations'],
  ['sessionProfiles', 'Profile of each session'],
  ['visibleProfile', 'Profile of the bars on screen'],
  ['nakedPoints', 'Naked points of control'],
] as const;

export function StudySettings({ settings, onSettings }: StudySettingsProps): ReactNode {
  const choices = studyChoices(settings);
  return (
    <div className="flex flex-col gap-1.5">
      <h3 className="t-12 font-medium text-text-3">Indicators</h3>
      {INDICATOR_KINDS.map((kind) => (
        <Indicator key={kind} kind={kind} settings={settings} onSettings={onSettings} />
      ))}
      <h3 className="t-12 mt-1 font-medium text-text-3">VWAP and profiles</h3>
      {SWITCHES.map(([name, label]) => (
        <Switch
          key={name}
          label={label}
          checked={choices[name]}
          onChange={(on) => onSettings({ [name]: on })}
        />
      ))}
      <div className="flex flex-wrap gap-1">
        {choices.anchors.length < MAX_ANCHORS ? (
          <Button size="small" onClick={() => onSettings({ placing: 'anchor' })}>
            Anchor a VWAP
          </Button>
        ) : null}
        {choices.anchors.length > 0 ? (
          <Button size="small" kind="ghost" onClick={() => onSettings({ anchors: '' })}>
            Remove {countOf(choices.anchors.length, 'anchor')}
          </Button>
        ) : null}
        <Button size="small" onClick={() => onSettings({ placing: 'range' })}>
          Profile of a range
        </Button>
        {choices.fixedRange === null ? null : (
          <Button size="small" kind="ghost" onClick={() => onSettings({ profileRange: '' })}>
            Remove the range
          </Button>
        )}
      </div>
    </div>
  );
}
