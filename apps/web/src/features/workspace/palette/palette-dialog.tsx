/** The command palette: one field over one listbox with groups; the right column says what Enter will do. */
import type { CurrentUser } from '@undertow/contracts';
import { Dialog as Radix } from 'radix-ui';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { markedParts } from '#lib/format/search-rank.ts';
import { EVENT_LOOKS } from '#lib/words/event-looks.ts';
import { Glyph } from '#ui/marks/glyph.tsx';
import { Icon } from '#ui/marks/icon.tsx';
import { nextGroupStart, type PaletteGroup, type PaletteItem, paletteGroups } from './palette-groups.ts';
import { usePaletteWorld } from './use-palette-world.ts';
import { useRunAct } from './use-run-act.ts';
import './palette.css';

interface LineProps {
  readonly item: PaletteItem;
  readonly id: string;
  readonly typed: string;
  readonly isActive: boolean;
  readonly onPick: () => void;
}

function Line({ item, id, typed, isActive, onPick }: LineProps): ReactNode {
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) line.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and the keys
    <div
      ref={line}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className="palette-line"
      onPointerDown={(event) => event.preventDefault()}
      onClick={onPick}
    >
      {item.eventType === null ? (
        <Icon name={item.icon} size={14} />
      ) : (
        <Glyph look={EVENT_LOOKS[item.eventType]} decorative />
      )}
      <span className="truncate">
        {markedParts(typed.replace(/^[@#]/, ''), item.label).map((part, at) =>
          part.isMarked ? <mark key={`${at} ${part.text}`}>{part.text}</mark> : part.text,
        )}
      </span>
      <span className="palette-note">{item.note}</span>
      {item.keyText === null ? <span /> : <kbd className="kbd">{item.keyText}</kbd>}
    </div>
  );
}

interface ListProps {
  readonly id: string;
  readonly groups: readonly PaletteGroup[];
  readonly typed: string;
  readonly at: number;
  readonly onPick: (item: PaletteItem) => void;
}

function List({ id, groups, typed, at, onPick }: ListProps): ReactNode {
  let index = 0;
  return (
    <div id={id} role="listbox" aria-label="Found" className="palette-list">
      {groups.map(({ name, items, count }) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options, not of a form's fields
        <div key={name} role="group" aria-label={`${name}, ${count}`}>
          <div className="palette-group" aria-hidden="true">
            <span className="grow">{name}</span>
            {count}
          </div>
          {items.map((item) => {
            const place = index++;
            return (
              <Line
                key={item.id}
                item={item}
                id={`${id}-${place}`}
                typed={typed}
                isActive={place === at}
                onPick={() => onPick(item)}
              />
            );
          })}
        </div>
      ))}
    </div>
  );
}

function Foot(): ReactNode {
  const hints: readonly (readonly [string, string])[] = [
    ['↑ ↓', 'move'],
    ['Tab', 'next group'],
    ['Enter', 'open'],
    ['Ctrl Enter', 'beside this pane'],
    ['@', 'instrument'],
    ['#', 'event'],
  ];
  return (
    <div className="palette-foot" aria-hidden="true">
      {hints.map(([key, meaning]) => (
        <span key={key}>
          <kbd className="kbd">{key}</kbd> {meaning}
        </span>
      ))}
    </div>
  );
}

function Content({ user, onClose }: PaletteDialogProps): ReactNode {
  const [typed, setTyped] = useState('');
  const [marked, setMarked] = useState(0);
  const list = useId();
  const { groups, shown, total } = paletteGroups(typed, usePaletteWorld(user));
  const run = useRunAct(user.subscriptionTier);
  const lines = groups.flatMap(({ items }) => items);
  const at = Math.min(marked, Math.max(0, lines.length - 1));
  const pick = (item: PaletteItem | undefined, isBeside = false): void => {
    if (item === undefined) return;
    onClose();
    run(item.act, isBeside);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const acts: Readonly<Record<string, () => void>> = {
      ArrowDown: () => setMarked((at + 1) % Math.max(1, lines.length)),
      ArrowUp: () => setMarked((at - 1 + lines.length) % Math.max(1, lines.length)),
      Tab: () => setMarked(nextGroupStart(groups, at, event.shiftKey ? -1 : 1)),
      Enter: () => pick(lines[at], event.ctrlKey || event.metaKey),
    };
    const act = acts[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
  return (
    <>
      <div className="palette-field">
        <Icon name="search" size={16} />
        <input
          role="combobox"
          aria-label="Pane, instrument, event, setting"
          aria-expanded="true"
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={lines.length === 0 ? undefined : `${list}-${at}`}
          autoComplete="off"
          spellCheck={false}
          placeholder="Pane, instrument, event, setting"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setMarked(0);
          }}
          onKeyDown={onKeyDown}
        />
        <span className="t-12 font-cond text-text-3" role="status">
          {shown} of {total}
        </span>
        <kbd className="kbd" aria-hidden="true">
          Esc
        </kbd>
      </div>
      {lines.length === 0 ? <p className="p-4 text-text-2">Nothing is called “{typed}”.</p> : null}
      <List id={list} groups={groups} typed={typed} at={at} onPick={pick} />
      <Foot />
    </>
  );
}

export interface PaletteDialogProps {
  readonly user: CurrentUser;
  readonly onClose: () => void;
}

/** Rendered while it is open. */
export function PaletteDialog(props: PaletteDialogProps): ReactNode {
  return (
    <Radix.Root open onOpenChange={(open) => (open ? undefined : props.onClose())}>
      <Radix.Portal>
        {/* Not Radix's overlay: its scroll lock adds a style element, which the content security policy refuses. */}
        <div className="scrim" aria-hidden="true" />
        <Radix.Content className="palette" aria-describedby={undefined}>
          <Radix.Title className="sr-only">Search</Radix.Title>
          <Content {...props} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
