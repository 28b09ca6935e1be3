/** From which size on trades are drawn in depth over time. */
import type { ReactNode } from 'react';
import { Select } from '#ui/controls/select.tsx';
import { DEPTH_SIZES, depthMinSize } from './depth-choices.ts';
import type { PaneSettingsProps } from './pane-props.ts';

export function DepthSettings({ settings, onSettings }: PaneSettingsProps): ReactNode {
  return (
    <div className="p-2">
      <Select
        label="Trades drawn, contracts of the order"
        value={String(depthMinSize(settings))}
        options={DEPTH_SIZES.map((size) => ({
          value: String(size),
          label: size === 1 ? 'All' : `From ${size}`,
        }))}
        onChange={(value) => onSettings({ minSize: Number(value) })}
      />
    </div>
  );
}
