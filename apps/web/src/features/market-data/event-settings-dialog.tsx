/** Per event type: shown or hidden, from which confidence, with a sound; kept on the server. */
import { PLANNED_EVENT_TYPES, type Preferences, TIER_RULES, type Tier } from '@undertow/contracts';
import { FLOW_EVENT_TYPES, type FlowEventType } from '@undertow/market';
import type { ReactNode } from 'react';
import { usePreferences } from '#api/account/preferences.ts';
import { useTheme } from '#lib/browser/theme.tsx';
import { playTone } from '#lib/browser/tone.ts';
import { formatShare } from '#lib/format/formats.ts';
import { EVENT_LOOKS } from '#lib/words/event-looks.ts';
import { Select } from '#ui/controls/select.tsx';
import { Switch } from '#ui/controls/switch.tsx';
import { TableHead } from '#ui/layout/table-head.tsx';
import { Badge } from '#ui/marks/badge.tsx';
import { Glyph } from '#ui/marks/glyph.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';

const CONFIDENCES = [0, 0.5, 0.6, 0.7, 0.8, 0.9].map((value) => ({
  value: String(value),
  label: value === 0 ? 'Any' : formatShare(value),
}));

type Choice = Preferences['eventTypes'][FlowEventType];

function TypeRow({
  type,
  choice,
  onChange,
}: {
  readonly type: FlowEventType;
  readonly choice: Choice;
  readonly onChange: (change: Partial<Choice>) => void;
}): ReactNode {
  const { name } = EVENT_LOOKS[type];
  return (
    <tr>
      <td>
        <span className="flex items-center gap-2">
          <Glyph look={EVENT_LOOKS[type]} decorative />
          {name}
          {PLANNED_EVENT_TYPES.includes(type) ? <Badge>planned</Badge> : null}
        </span>
      </td>
      <td>
        <Switch
          label={`Show ${name}`}
          hideLabel
          checked={choice.visible}
          onChange={(visible) => onChange({ visible })}
        />
      </td>
      <td>
        <Select
          label={`Minimum confidence of ${name}`}
          hideLabel
          value={String(choice.minConfidence)}
          options={CONFIDENCES}
          onChange={(value) => onChange({ minConfidence: Number(value) })}
        />
      </td>
      <td>
        <Switch
          label={`Sound for ${name}`}
          hideLabel
          checked={choice.sound}
          onChange={(sound) => {
            onChange({ sound });
            if (sound) playTone(type);
          }}
        />
      </td>
    </tr>
  );
}

export interface EventSettingsDialogProps {
  readonly open: boolean;
  readonly tier: Tier;
  readonly onClose: () => void;
}

export function EventSettingsDialog({ open, tier, onClose }: EventSettingsDialogProps): ReactNode {
  const { value, save } = usePreferences();
  const { palette, setPalette } = useTheme();
  const types = FLOW_EVENT_TYPES.filter((type) => TIER_RULES[tier].eventTypes.includes(type));
  const change = (type: FlowEventType, part: Partial<Choice>): void =>
    save({ eventTypes: { ...value.eventTypes, [type]: { ...value.eventTypes[type], ...part } } });
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Event settings"
      description="Controls the chart, the order book and the lists. Saved to your account."
    >
      {types.length === 0 ? (
        <p className="mt-4 text-text-2">Your plan has no order-flow events.</p>
      ) : (
        <table className="table mt-4">
          <TableHead columns={['Event', 'Show', 'From', 'Sound']} />
          <tbody>
            {types.map((type) => (
              <TypeRow
                key={type}
                type={type}
                choice={value.eventTypes[type]}
                onChange={(part) => change(type, part)}
              />
            ))}
          </tbody>
        </table>
      )}
      <div className="mt-4 flex flex-col gap-1 border-line border-t pt-3">
        <Switch
          label="Experimental findings: their probability has no proven skill yet"
          checked={value.showExperimental}
          onChange={(showExperimental) => save({ showExperimental })}
        />
        <Switch
          label="Colour-blind safe palette"
          checked={palette === 'cvd'}
          onChange={(on) => {
            setPalette(on ? 'cvd' : 'default');
            save({ palette: on ? 'cvd' : 'default' });
          }}
        />
        <Switch
          label="Single-letter keys"
          checked={value.shortcuts}
          onChange={(shortcuts) => save({ shortcuts })}
        />
      </div>
    </Dialog>
  );
}
