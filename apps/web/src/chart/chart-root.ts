/** The chart's root element: takes focus and keys, and has a name for screen readers. */

export function makeRoot(container: HTMLElement, host: HTMLElement): HTMLElement {
  const root = document.createElement('div');
  root.style.setProperty('position', 'absolute');
  root.style.setProperty('inset', '0');
  root.style.setProperty('overflow', 'hidden');
  // The canvases have z-indices of their own; the frame's text is above all of them.
  root.style.setProperty('isolation', 'isolate');
  root.tabIndex = 0;
  root.role = 'figure';
  root.ariaLabel = 'Chart';
  root.append(host);
  if (getComputedStyle(container).position === 'static') container.style.setProperty('position', 'relative');
  container.append(root);
  return root;
}
