/** A choice by typing: a field that lists what fits, best first, and takes it with Enter, Tab or a click. */
import { Popover as Radix } from 'radix-ui';
import { type KeyboardEvent, type ReactNode, type Ref, useId, useRef, useState } from 'react';
import { searched } from '#lib/format/search-rank.ts';
import { Field } from './field.tsx';

export interface ComboOption {
  readonly value: string;
  readonly label: string;
  /** At the right, smaller: what choosing it means. */
  readonly note?: string;
}

export interface ComboboxProps {
  readonly label: string;
  readonly hideLabel?: boolean;
  readonly value: string;
  readonly options: readonly ComboOption[];
  readonly onChange: (value: string) => void;
  /** The list is open and the field has the focus from the start: in a popover of its own. */
  readonly autoFocus?: boolean;
  /** Without a border: where the choice is the title of what follows. */
  readonly plain?: boolean;
}

const MAX_LISTED = 50;

/** What is typed, what it finds, and which of it is marked; null typed: the chosen one is shown. */
function useSearch(options: readonly ComboOption[]) {
  const [typed, setTyped] = useState<string | null>(null);
  const [marked, setMarked] = useState(0);
  const found = searched(typed ?? '', options, ({ label }) => label).slice(0, MAX_LISTED);
  return {
    typed,
    found,
    at: Math.min(marked, found.length - 1),
    type: (text: string | null): void => {
      setTyped(text);
      setMarked(0);
    },
    mark: (at: number): void => setMarked(found.length === 0 ? 0 : (at + found.length) % found.length),
  };
}

interface OptionListProps {
  readonly id: string;
  readonly label: string;
  readonly found: readonly ComboOption[];
  readonly at: number;
  readonly onTake: (option: ComboOption) => void;
  /** Given by the popover that places it. */
  readonly ref?: Ref<HTMLDivElement>;
}

/** Its marked option is the active one of the field. */
function OptionList({ id, label, found, at, onTake, ...placed }: OptionListProps): ReactNode {
  return (
    <div {...placed} id={id} role="listbox" aria-label={label} className="combo-list">
      {found.map((option, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and the keys
        <div
          key={option.value}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          // Before the field loses the focus
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onTake(option)}
        >
          <span className="grow">{option.label}</span>
          {option.note === undefined ? null : <span className="combo-note">{option.note}</span>}
        </div>
      ))}
    </div>
  );
}

export function Combobox(props: ComboboxProps): ReactNode {
  const { label, hideLabel = false, value, options, onChange, autoFocus = false, plain = false } = props;
  const { typed, found, at, type, mark } = useSearch(options);
  const [isOpen, setOpen] = useState(autoFocus);
  const list = useId();
  const field = useRef<HTMLInputElement>(null);
  const chosen = options.find((option) => option.value === value);
  const finish = (): void => {
    setOpen(false);
    type(null);
  };
  const take = (option: ComboOption | undefined): void => {
    finish();
    if (option !== undefined && option.value !== value) onChange(option.value);
  };
  const move = (by: 1 | -1): void => {
    if (isOpen) mark(at + by);
    setOpen(true);
  };
  const acts: Readonly<Record<string, (() => void) | undefined>> = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    ...(isOpen ? { Enter: () => take(found[at]), Escape: finish } : {}),
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const act = acts[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
  return (
    <Field label={label} hideLabel={hideLabel}>
      {(control) => (
        <Radix.Root open={isOpen && found.length > 0} onOpenChange={setOpen}>
          <Radix.Anchor asChild>
            <input
              {...control}
              ref={field}
              className={plain ? 'field border-transparent pl-0 font-semibold' : 'field'}
              role="combobox"
              autoComplete="off"
              spellCheck={false}
              // biome-ignore lint/a11y/noAutofocus: only in a popover that was opened to type in it
              autoFocus={autoFocus}
              aria-expanded={isOpen && found.length > 0}
              aria-controls={list}
              aria-autocomplete="list"
              aria-activedescendant={isOpen && found[at] !== undefined ? `${list}-${at}` : undefined}
              value={typed ?? chosen?.label ?? ''}
              onChange={(event) => {
                type(event.target.value);
                setOpen(true);
              }}
              onClick={() => setOpen(true)}
              onFocus={(event) => event.target.select()}
              onKeyDown={onKeyDown}
              // Leaving the field takes what was typed for its best fit, as Enter does
              onBlur={() => (typed === null || typed.trim() === '' ? finish() : take(found[at]))}
            />
          </Radix.Anchor>
          <Radix.Content
            asChild
            align="start"
            sideOffset={4}
            collisionPadding={8}
            onOpenAutoFocus={(event) => event.preventDefault()}
            onCloseAutoFocus={(event) => event.preventDefault()}
            onInteractOutside={(event) => {
              if (event.target === field.current) event.preventDefault();
            }}
          >
            <OptionList id={list} label={label} found={found} at={at} onTake={take} />
          </Radix.Content>
        </Radix.Root>
      )}
    </Field>
  );
}
