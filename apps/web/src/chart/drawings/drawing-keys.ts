/** Keys of a chart with drawings, while the chart has the focus: place points at the crosshair, move, hold, delete. */
import type { DrawingLayer } from './drawing-layer.ts';

const STEPS: Readonly<Record<string, readonly [bars: number, ticks: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};
/** With Shift. */
const LONG_STEP = 10;

export interface KeyActs {
  readonly onDelete: () => void;
  readonly onDuplicate: () => void;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
}

/** True when the key was taken. */
function withTool(layer: DrawingLayer, key: string): boolean {
  if (key === 'Escape') layer.cancel();
  else if (key === 'Enter' || key === ' ') {
    const anchor = layer.anchorAtCrosshair();
    if (anchor !== null) layer.placePoint(anchor);
  } else {
    // The chart moves its crosshair first
    if (key in STEPS)
      setTimeout(() => {
        const anchor = layer.anchorAtCrosshair();
        if (anchor !== null && layer.isPlacing) layer.preview(anchor);
      });
    return false;
  }
  return true;
}

function withSelected(layer: DrawingLayer, { key, shiftKey }: KeyboardEvent, acts: KeyActs): boolean {
  const step = STEPS[key];
  if (step !== undefined) {
    const times = shiftKey ? LONG_STEP : 1;
    layer.nudge(step[0] * times, step[1] * times);
  } else if (key === ' ') layer.holdNext();
  else if (key === 'Delete' || key === 'Backspace') acts.onDelete();
  else if (key === 'Escape') layer.cancel();
  else return false;
  return true;
}

function withControl(layer: DrawingLayer, { key, shiftKey }: KeyboardEvent, acts: KeyActs): boolean {
  const letter = key.toLowerCase();
  if (letter === 'z') (shiftKey ? acts.onRedo : acts.onUndo)();
  else if (letter === 'y') acts.onRedo();
  else if (letter === 'd' && layer.selected !== null) acts.onDuplicate();
  else return false;
  return true;
}

function isTaken(layer: DrawingLayer, event: KeyboardEvent, acts: KeyActs): boolean {
  if (event.altKey) return false;
  if (event.ctrlKey || event.metaKey) return withControl(layer, event, acts);
  if (layer.state.tool !== null) return withTool(layer, event.key);
  return layer.selected !== null && withSelected(layer, event, acts);
}

export function listenToDrawingKeys(layer: DrawingLayer, acts: KeyActs, signal: AbortSignal): void {
  const { root } = layer.stage;
  root.addEventListener(
    'keydown',
    (event) => {
      if (event.target !== root || !isTaken(layer, event, acts)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    { signal, capture: true },
  );
}
