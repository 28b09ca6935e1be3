/** A pane in its place: head, content, and the focus that moves from pane to pane with Tab. */
import { keyOf, type Pane, type PaneSettings } from '@undertow/contracts';
import { type KeyboardEvent, type ReactNode, useCallback, useRef, useState } from 'react';
import { chordOf } from '#api/account/key-commands.ts';
import { usePreferences } from '#api/account/preferences.ts';
import { Button } from '#ui/controls/button.tsx';
import { EmptyBlock } from '#ui/layout/blocks.tsx';
import type { PaneLink } from '#workspace/links/link-bus.ts';
import { FactsPlace } from '#workspace/panes/pane-facts.tsx';
import { paneEntry } from '#workspace/panes/pane-registry.ts';
import { PaneContent } from './pane-content.tsx';
import { PaneHead } from './pane-head.tsx';
import type { Workspace } from './use-workspace.ts';

export interface PaneFrameProps {
  readonly pane: Pane;
  readonly workspace: Workspace;
  readonly link: PaneLink;
  readonly symbol: string;
  /** It is shown in a window of its own: here is the way back. */
  readonly isElsewhere: boolean;
  readonly onWindow: () => void;
  readonly onReturn: () => void;
  /** Moves the focus to the next pane or the one before; false past the ends. */
  readonly onStep: (step: 1 | -1) => boolean;
}

function Elsewhere({
  title,
  onReturn,
}: {
  readonly title: string;
  readonly onReturn: () => void;
}): ReactNode {
  return (
    <EmptyBlock title={`${title} is open in a window of its own`} text="Closing that window brings it back.">
      <Button size="small" onClick={onReturn}>
        Bring back
      </Button>
    </EmptyBlock>
  );
}

/** The first thing inside a pane that takes the focus. */
function firstInside(frame: HTMLElement): HTMLElement | null {
  return frame.querySelector<HTMLElement>(
    '.pane-body [tabindex="0"], .pane-body button, .pane-body a, button',
  );
}

/** Keys of a pane itself: inside it they belong to what has the focus, and Escape returns to the pane. */
function keyOnPane(
  event: KeyboardEvent<HTMLElement>,
  nextKey: string | null,
  onStep: PaneFrameProps['onStep'],
): void {
  if (event.defaultPrevented) return;
  const frame = event.currentTarget;
  if (event.target !== frame) {
    // A popover is drawn elsewhere, and its Escape is its own
    if (event.key === 'Escape' && frame.contains(event.target as Node)) frame.focus();
  } else if (event.key === 'Enter') {
    event.preventDefault();
    firstInside(frame)?.focus();
  } else if (chordOf(event.nativeEvent) === nextKey && onStep(event.shiftKey ? -1 : 1)) {
    event.preventDefault();
  }
}

export function PaneFrame(props: PaneFrameProps): ReactNode {
  const { pane, workspace, link, symbol, isElsewhere, onWindow, onReturn, onStep } = props;
  const [facts, setFacts] = useState<HTMLElement | null>(null);
  const { keys } = usePreferences().value;
  const isFocused = workspace.focusedId === pane.id;
  const title = paneEntry(pane.kind)?.title ?? pane.kind;
  const isLast = workspace.layout.root === null || 'pane' in workspace.layout.root;
  const newest = useRef(workspace);
  newest.current = workspace;
  // Always the same function: the content is not drawn again when another pane changes
  const onSettings = useCallback(
    (settings: PaneSettings): void => newest.current.change(pane.id, { settings }),
    [pane.id],
  );
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void =>
    keyOnPane(event, keyOf('nextPane', keys), onStep);
  return (
    <section
      className="pane"
      data-pane={pane.id}
      data-focused={isFocused}
      aria-label={`${title} ${symbol}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a pane is a stop of its own, from which Tab reaches the next
      tabIndex={0}
      onFocus={() => workspace.focus(pane.id)}
      onPointerDown={() => workspace.focus(pane.id)}
      onKeyDown={onKeyDown}
    >
      <PaneHead
        pane={pane}
        workspace={workspace}
        factsRef={setFacts}
        onWindow={isElsewhere ? null : onWindow}
        onClose={isLast ? null : () => workspace.close(pane.id)}
      />
      {isElsewhere ? (
        <Elsewhere title={title} onReturn={onReturn} />
      ) : (
        <FactsPlace value={facts}>
          <PaneContent
            pane={pane}
            link={link}
            isFocused={isFocused}
            mayShow={workspace.mayShow}
            onSettings={onSettings}
          />
        </FactsPlace>
      )}
    </section>
  );
}
