/** The sheet of keys, opened with `?`: only keys that act. */
import { type ReactNode, useEffect } from 'react';
import { usePreferences } from '#api/account/preferences.ts';
import { isWriting } from '#lib/browser/key-target.ts';
import { openSurface } from '#lib/state/surface.ts';
import { Switch } from '#ui/controls/switch.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';

const GROUPS: readonly { readonly title: string; readonly keys: readonly (readonly [string, string])[] }[] = [
  {
    title: 'Everywhere',
    keys: [
      ['?', 'Show these shortcuts'],
      ['F8', 'Go to notifications'],
      ['Esc', 'Close the open dialog'],
    ],
  },
  {
    title: 'Live Analysis',
    keys: [
      ['J / K', 'Next / previous event'],
      ['M', 'Show or hide smaller events'],
      ['E', 'Open the evidence of the event'],
      ['H', 'Show the chart as a table'],
      ['Z', 'Back to the latest bars'],
      ['C', 'Lock the crosshair'],
    ],
  },
  {
    title: 'Chart, when focused',
    keys: [
      ['+ / −', 'Zoom in / out'],
      ['Arrows', 'Move the crosshair by a bar or a tick'],
    ],
  },
  {
    title: 'Divider between book and alerts',
    keys: [
      ['↑ / ↓', 'Move it'],
      ['Home / End', 'Move it to its ends'],
    ],
  },
];

/** `?` opens the sheet, unless somebody writes or has switched single keys off. */
export function useKeysKey(): void {
  const { shortcuts } = usePreferences().value;
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== '?' || !shortcuts || isWriting(event.target) || openSurface.get() !== null) return;
      event.preventDefault();
      openSurface.set('keys');
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [shortcuts]);
}

export function KeysDialog({
  open,
  onClose,
}: {
  readonly open: boolean;
  readonly onClose: () => void;
}): ReactNode {
  const { value, save } = usePreferences();
  return (
    <Dialog open={open} onClose={onClose} title="Keys">
      {GROUPS.map((group) => (
        <section key={group.title} className="mt-4">
          <h3 className="cap mb-1">{group.title}</h3>
          <dl className="grid grid-cols-[110px_1fr] gap-y-1.5">
            {group.keys.map(([key, meaning]) => (
              <div key={key} className="contents">
                <dt className="font-mono text-text-2">{key}</dt>
                <dd>{meaning}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <div className="mt-4 border-line border-t pt-3">
        <Switch
          label="Single-letter keys"
          checked={value.shortcuts}
          onChange={(shortcuts) => save({ shortcuts })}
        />
      </div>
    </Dialog>
  );
}
