/** What a pointer and a wheel do on a footprint: drag pans, the axis scales rows, the wheel zooms, a move has the crosshair. */
import type { FootprintLayout } from './footprint-layout.ts';

export interface PointerActs {
  layout(): FootprintLayout | null;
  /** Pixels since the last move. */
  pan(dx: number, dy: number): void;
  /** `fromRight`: pixels from the right edge of the newest bar. */
  zoomBars(factor: number, fromRight: number): void;
  zoomRows(factor: number): void;
  hover(x: number, y: number): void;
  leave(): void;
  click(x: number, y: number): void;
}

/** Nearer than this a press is a click. */
const CLICK_PX = 4;
const ZOOM_PER_PX = 0.0016;
/** A mouse reports lines in some browsers. */
const LINE_PX = 16;

export function listenToPointer(root: HTMLElement, acts: PointerActs, signal: AbortSignal): void {
  let press: { x: number; y: number; moved: number; isAxis: boolean } | null = null;
  const at = ({ clientX, clientY }: MouseEvent): readonly [number, number] => {
    const { left, top } = root.getBoundingClientRect();
    return [clientX - left, clientY - top];
  };
  const on = <K extends keyof HTMLElementEventMap>(
    name: K,
    act: (event: HTMLElementEventMap[K]) => void,
  ): void => root.addEventListener(name, act, { signal, passive: false });

  on('pointerdown', (event) => {
    if (event.button !== 0) return;
    const [x, y] = at(event);
    press = { x, y, moved: 0, isAxis: x > (acts.layout()?.right ?? Number.POSITIVE_INFINITY) };
    root.setPointerCapture(event.pointerId);
  });
  on('pointermove', (event) => {
    const [x, y] = at(event);
    if (press === null) {
      acts.hover(x, y);
      return;
    }
    const [dx, dy] = [x - press.x, y - press.y];
    press = { ...press, x, y, moved: press.moved + Math.abs(dx) + Math.abs(dy) };
    if (press.moved < CLICK_PX) return;
    if (press.isAxis) acts.zoomRows(Math.exp(-dy * 0.006));
    else acts.pan(dx, dy);
  });
  on('pointerup', (event) => {
    const isClick = press !== null && press.moved < CLICK_PX;
    press = null;
    const [x, y] = at(event);
    if (isClick) acts.click(x, y);
    acts.hover(x, y);
  });
  on('pointercancel', () => {
    press = null;
    acts.leave();
  });
  on('pointerleave', () => {
    if (press === null) acts.leave();
  });
  on('wheel', (event) => {
    const layout = acts.layout();
    if (layout === null) return;
    event.preventDefault();
    const unit = event.deltaMode === 0 ? 1 : LINE_PX;
    const [x] = at(event);
    if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) acts.pan(-event.deltaX * unit, 0);
    else if (event.shiftKey || event.ctrlKey || x > layout.right)
      acts.zoomRows(Math.exp(-event.deltaY * unit * ZOOM_PER_PX));
    else acts.zoomBars(Math.exp(-event.deltaY * unit * ZOOM_PER_PX), Math.max(0, layout.barsRight - x));
  });
}
