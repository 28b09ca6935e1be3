/** What a pointer and a wheel do on a profile: drag moves it or chooses a range, the axis and the wheel zoom, a move has the crosshair. */

export interface ProfilePointerActs {
  /** Left edge of the price axis. */
  axisX(): number;
  hover(x: number, y: number): void;
  leave(): void;
  /** Pixels since the last move. */
  pan(dx: number, dy: number): void;
  zoom(factor: number): void;
  /** Positive: towards older sessions. */
  scroll(sessions: number): void;
  /** Null: drags pan. `isOver`: the pointer was released. */
  readonly choose: ((fromX: number, toX: number, isOver: boolean) => void) | null;
}

/** Nearer than this a press is a click. */
const CLICK_PX = 4;
const ZOOM_PER_PX = 0.0016;
const LINE_PX = 16;
/** Pixels of a horizontal wheel per session. */
const SCROLL_PX = 60;

interface Press {
  readonly fromX: number;
  readonly x: number;
  readonly y: number;
  readonly moved: number;
  readonly isAxis: boolean;
}

export function listenToProfilePointer(
  root: HTMLElement,
  acts: ProfilePointerActs,
  signal: AbortSignal,
): void {
  let press: Press | null = null;
  let wheel = 0;
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
    press = { fromX: x, x, y, moved: 0, isAxis: x > acts.axisX() };
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
    if (press.isAxis) acts.zoom(Math.exp(-dy * 0.006));
    else if (acts.choose === null) acts.pan(dx, dy);
    else acts.choose(press.fromX, x, false);
  });
  on('pointerup', (event) => {
    const [x, y] = at(event);
    if (press !== null && !press.isAxis && press.moved >= CLICK_PX) acts.choose?.(press.fromX, x, true);
    press = null;
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
    event.preventDefault();
    const unit = event.deltaMode === 0 ? 1 : LINE_PX;
    if (Math.abs(event.deltaX) <= Math.abs(event.deltaY)) {
      acts.zoom(Math.exp(-event.deltaY * unit * ZOOM_PER_PX));
      return;
    }
    wheel -= event.deltaX * unit;
    const sessions = Math.trunc(wheel / SCROLL_PX);
    wheel -= sessions * SCROLL_PX;
    if (sessions !== 0) acts.scroll(sessions);
  });
}
