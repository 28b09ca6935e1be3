/** Whether a key press belongs to something else than the page's own single keys. */

/** True where a key press is text that somebody writes. */
export function isWriting(target: EventTarget | null): boolean {
  return (
    target !== null &&
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

/** True also inside a window over the page, whose letters are its own. */
export function isBusy(target: EventTarget | null): boolean {
  if (isWriting(target)) return true;
  return target instanceof Element && target.closest('[role="dialog"], [role="menu"]') !== null;
}

/** True where the space bar presses or moves what is focused. */
export function isPressable(target: EventTarget | null): boolean {
  const pressed =
    'a, button, summary, input, [role="button"], [role="tab"], [role="option"], [role="slider"]';
  return target instanceof Element && target.closest(pressed) !== null;
}
