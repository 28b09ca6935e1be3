/** Keys of the focused chart. Letters act only when the user has not switched them off. */
import type { ChartCommand, ChartInput } from '#chart/data/chart-input.ts';
import type { ChartLetters } from '#chart/data/chart-letters.ts';

const OTHERS: { readonly [key: string]: ChartCommand } = {
  '+': 'zoom-in',
  '=': 'zoom-in',
  '-': 'zoom-out',
  ArrowLeft: 'crosshair-left',
  ArrowRight: 'crosshair-right',
  ArrowUp: 'crosshair-up',
  ArrowDown: 'crosshair-down',
};

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** Letters that act on the chart from anywhere on its page; arrows and signs need its focus. */
export function commandOfLetter(event: Key, letterKeys: boolean, letters: ChartLetters): ChartCommand | null {
  if (!letterKeys || event.ctrlKey || event.metaKey || event.altKey) return null;
  return letters[event.key.toLowerCase()] ?? null;
}

/** Bars and price steps that a key moves the crosshair. */
export const CROSSHAIR_STEPS: {
  readonly [command in Extract<ChartCommand, `crosshair-${string}`>]: readonly [
    bars: -1 | 0 | 1,
    prices: -1 | 0 | 1,
  ];
} = {
  'crosshair-left': [-1, 0],
  'crosshair-right': [1, 0],
  'crosshair-up': [0, 1],
  'crosshair-down': [0, -1],
};

/** The command of a key press, or null when it is not the chart's. */
export function commandOfKey(event: Key, letterKeys: boolean, letters: ChartLetters): ChartCommand | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  // With Shift arrows scale the prices, or move what is drawn
  if (event.shiftKey && event.key.startsWith('Arrow')) return null;
  const letter = letterKeys ? letters[event.key.toLowerCase()] : undefined;
  return letter ?? OTHERS[event.key] ?? null;
}

/** Runs what a key commands while the chart itself has the focus. */
export function listenToKeys(
  root: HTMLElement,
  input: () => Pick<ChartInput, 'letterKeys' | 'letters'>,
  run: (command: ChartCommand) => void,
  signal: AbortSignal,
): void {
  const onKey = (event: KeyboardEvent): void => {
    const { letterKeys, letters } = input();
    const command = event.target === root ? commandOfKey(event, letterKeys, letters) : null;
    if (command === null) return;
    event.preventDefault();
    event.stopPropagation();
    run(command);
  };
  root.addEventListener('keydown', onKey, { signal });
}
