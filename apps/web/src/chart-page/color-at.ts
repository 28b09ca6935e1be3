/** Reads a pixel through the stacked canvases of the chart. */

/** Canvases that hold the point, lowest first: lightweight-charts appends the lower one of a pair first. */
function canvasesAt(x: number, y: number): HTMLCanvasElement[] {
  return [...document.querySelectorAll('canvas')].filter((canvas) => {
    const box = canvas.getBoundingClientRect();
    return x >= box.left && x < box.right && y >= box.top && y < box.bottom;
  });
}

export function colorAt(x: number, y: number): [red: number, green: number, blue: number] {
  const seen: [number, number, number] = [0, 0, 0];
  for (const canvas of canvasesAt(x, y)) {
    const box = canvas.getBoundingClientRect();
    const context = canvas.getContext('2d');
    if (context === null) continue;
    const column = Math.floor(((x - box.left) * canvas.width) / box.width);
    const row = Math.floor(((y - box.top) * canvas.height) / box.height);
    const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(column, row, 1, 1).data;
    [red, green, blue].forEach((value, channel) => {
      const below = seen[channel] ?? 0;
      seen[channel] = Math.round((value * alpha + below * (255 - alpha)) / 255);
    });
  }
  return seen;
}
