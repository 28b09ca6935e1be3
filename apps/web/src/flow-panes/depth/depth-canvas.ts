/** A canvas of the board that has the size of its input and the resolution of the device. */

interface Size {
  readonly width: number;
  readonly height: number;
}

export function depthCanvas(host: HTMLElement, className: string): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.className = className;
  canvas.setAttribute('aria-hidden', 'true');
  host.append(canvas);
  return canvas;
}

/** The context to paint with, in pixels of the page; what was painted before may still be there. */
export function sizedContext(
  canvas: HTMLCanvasElement,
  { width, height }: Size,
): CanvasRenderingContext2D | null {
  const ratio = window.devicePixelRatio || 1;
  const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== w || canvas.height !== h) {
    canvas.width = w;
    canvas.height = h;
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
  }
  const context = canvas.getContext('2d');
  context?.setTransform(ratio, 0, 0, ratio, 0, 0);
  if (context !== null) context.textBaseline = 'middle';
  return context;
}
