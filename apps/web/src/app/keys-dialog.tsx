/** The sheet of keys, opened with `?`: only keys that act, each of which can be changed. */
import { type KeyCommand, keyOf, keyChord, withKey } from '@undertow/contracts';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { chordOf, isOwnKey, keyText } from '#api/account/key-commands.ts';
import { usePreferences } from '#api/account/preferences.ts';
import { KEY_GROUPS, type KeyGroup } from '#lib/words/key-words.ts';
import { Button } from '#ui/controls/button.tsx';
import { Switch } from '#ui/controls/switch.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';

export interface KeysDialogProps {
  readonly open: boolean;
  /** Commands that nothing on this release acts on are left out. */
  readonly hidden: readonly KeyCommand[];
  readonly onClose: () => void;
}

const HELD: readonly string[] = ['Control', 'Shift', 'Alt', 'Meta', 'AltGraph'];

/** The key of a command as a button; pressed, the next key press is its new one. */
function KeyButton({ command, meaning }: { readonly command: KeyCommand; readonly meaning: string }): ReactNode {
  const { value, save } = usePreferences();
  const [isWaiting, setWaiting] = useState(false);
  const chord = keyOf(command, value.keys);
  const text = chord === null ? 'none' : keyText(chord);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!isWaiting || HELD.includes(event.key)) return;
    // Also Escape: it ends the waiting, not the dialog
    event.preventDefault();
    event.stopPropagation();
    setWaiting(false);
    const pressed = chordOf(event.nativeEvent);
    if (event.key === 'Escape') return;
    if (event.key === 'Delete') save({ keys: withKey(value.keys, command, null) });
    else if (keyChord.safeParse(pressed).success) save({ keys: withKey(value.keys, command, pressed) });
  };
  return (
    <button
      type="button"
      className="key-button"
      data-own={isOwnKey(command, value.keys)}
      aria-label={isWaiting ? `Press the new key for: ${meaning}` : `${meaning}: ${text}. Change`}
      onClick={() => setWaiting(true)}
      onKeyDown={onKeyDown}
      onBlur={() => setWaiting(false)}
    >
      {isWaiting ? 'Press a key' : text}
    </button>
  );
}

function Group({ title, commands, fixed, hidden }: KeyGroup & Pick<KeysDialogProps, 'hidden'>): ReactNode {
  const shown = commands.filter(([command]) => !hidden.includes(command));
  return (
    <section className="mt-4">
      <h3 className="cap mb-1">{title}</h3>
      <dl className="grid grid-cols-[110px_1fr] items-center gap-y-1">
        {shown.map(([command, meaning]) => (
          <div key={command} className="contents">
            <dt>
              <KeyButton command={command} meaning={meaning} />
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
        {fixed.map(([key, meaning]) => (
          <div key={key} className="contents">
            <dt className="px-1.5 font-mono text-text-2">{key}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

export function KeysDialog({ open, hidden, onClose }: KeysDialogProps): ReactNode {
  const { value, save } = usePreferences();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Keys"
      description="Choose a key to change it, Delete to switch it off. A key that another command had leaves it."
    >
      {KEY_GROUPS.map((group) => (
        <Group key={group.title} {...group} hidden={hidden} />
      ))}
      <div className="mt-4 flex items-center justify-between gap-3 border-line border-t pt-3">
        <Switch
          label="Single-letter keys"
          checked={value.shortcuts}
          onChange={(shortcuts) => save({ shortcuts })}
        />
        <Button size="small" disabled={Object.keys(value.keys).length === 0} onClick={() => save({ keys: {} })}>
          Reset all keys
        </Button>
      </div>
    </Dialog>
  );
}
