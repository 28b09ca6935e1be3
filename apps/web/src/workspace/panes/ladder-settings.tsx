/** Orders and the stretch that sold and bought count, of a ladder. */
import type { ReactNode } from 'react';
import { Select } from '#ui/controls/select.tsx';
import { Switch } from '#ui/controls/switch.tsx';
import { ladderChoices } from './ladder-choices.ts';
import type { PaneSettingsProps } from './pane-props.ts';

export function LadderSettings({ settings, onSettings }: PaneSettingsProps): ReactNode {
  const { hasOrders, count } = ladderChoices(settings);
  return (
    <div className="flex flex-col gap-3 p-2">
      <Switch label="Orders" checked={hasOrders} onChange={(orders) => onSettings({ orders })} />
      <Select
        label="Sold and bought since"
        value={count}
        options={[
          { value: 'bar', label: 'The bar began' },
          { value: 'session', label: 'The session opened' },
        ]}
        onChange={(value) => onSettings({ count: value })}
      />
    </div>
  );
}
