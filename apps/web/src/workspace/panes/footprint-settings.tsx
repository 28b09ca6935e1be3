/** What the cells of a footprint show, and from when they are imbalances. */
import type { ReactNode } from 'react';
import { CELL_WORDS, footprintChoices } from '#features/flow/footprint/footprint-choices.ts';
import { ROW_TICKS } from '#flow-panes/footprint/bar-cells.ts';
import { CELL_VIEWS } from '#flow-panes/footprint/footprint-input.ts';
import { Segmented } from '#ui/controls/segmented.tsx';
import { Select } from '#ui/controls/select.tsx';
import type { PaneSettingsProps } from './pane-props.ts';

function Row({ label, children }: { readonly label: string; readonly children: ReactNode }): ReactNode {
  return (
    <div className="flex items-center justify-between gap-3">
      <span aria-hidden="true" className="text-text-3">
        {label}
      </span>
      {children}
    </div>
  );
}

function Numbers(props: {
  readonly label: string;
  readonly value: number;
  readonly values: readonly number[];
  readonly unit?: string;
  readonly onChange: (value: number) => void;
}): ReactNode {
  const { label, value, values, unit = '', onChange } = props;
  return (
    <Row label={label}>
      <Segmented
        label={label}
        value={String(value)}
        options={values.map((one) => ({ value: String(one), label: `${one}${unit}` }))}
        onChange={(next) => onChange(Number(next))}
      />
    </Row>
  );
}

export function FootprintSettings({ settings, onSettings }: PaneSettingsProps): ReactNode {
  const { cells, rule } = footprintChoices(settings);
  return (
    <div className="flex w-72 flex-col gap-2 p-2">
      <Row label="Cells">
        <Segmented
          label="Cells"
          value={cells}
          options={CELL_VIEWS.map((value) => ({ value, label: CELL_WORDS[value] }))}
          onChange={(next) => onSettings({ cells: next })}
        />
      </Row>
      <Numbers
        label="Diagonal"
        value={rule.ratioPercent}
        values={[200, 300, 400]}
        unit="%"
        onChange={(ratio) => onSettings({ ratio })}
      />
      <Numbers
        label="From"
        value={rule.minSize}
        values={[10, 20, 50]}
        onChange={(from) => onSettings({ from })}
      />
      <Numbers
        label="Stacked"
        value={rule.minRows}
        values={[2, 3, 4]}
        onChange={(stack) => onSettings({ stack })}
      />
      <Row label="Ticks a row">
        <Select
          label="Ticks a row"
          hideLabel
          size="small"
          value={String(rule.rowTicks)}
          options={[
            { value: '0', label: 'As many as fit' },
            ...ROW_TICKS.map((ticks) => ({ value: String(ticks), label: String(ticks) })),
          ]}
          onChange={(rowTicks) => onSettings({ rowTicks: Number(rowTicks) })}
        />
      </Row>
    </div>
  );
}
