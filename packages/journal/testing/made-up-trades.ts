/** For tests: a made-up trade, and how files write its numbers and times. */

export interface MadeUpTime {
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

export interface MadeUpTrade {
  readonly symbol: string;
  readonly side: 'long' | 'short';
  /** Hundredths of a lot. */
  readonly lots: number;
  /** Hundredths of a point. */
  readonly entry: number;
  readonly exit: number;
  readonly entryAt: MadeUpTime;
  readonly exitAt: MadeUpTime;
  readonly pnlCents: number;
  /** Money spent. */
  readonly commissionCents: number;
  readonly swapCents: number;
}

/** How a file writes numbers: decimal mark and separator of thousands. */
export interface NumberStyle {
  readonly mark: '.' | ',';
  readonly thousands: '' | ' ' | '.' | ',' | '\u00a0' | "'";
}

export function hundredths(amount: number, { mark, thousands }: NumberStyle): string {
  const digits = String(Math.abs(amount)).padStart(3, '0');
  const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, thousands);
  return `${amount < 0 ? '-' : ''}${whole}${mark}${digits.slice(-2)}`;
}

const two = (part: number): string => String(part).padStart(2, '0');

export function clock({ hour, minute, second }: MadeUpTime): string {
  return `${two(hour)}:${two(minute)}:${two(second)}`;
}

/** Year first, with the mark between its parts. */
export function yearFirst(time: MadeUpTime, mark: string): string {
  return `2026${mark}${two(time.month)}${mark}${two(time.day)} ${clock(time)}`;
}

export function dayFirst(time: MadeUpTime, mark: string): string {
  return `${two(time.day)}${mark}${two(time.month)}${mark}2026 ${clock(time)}`;
}

/** Cells that contain the delimiter are quoted. */
export function quoted(cells: readonly string[], delimiter: string): string {
  return cells.map((cell) => (cell.includes(delimiter) ? `"${cell}"` : cell)).join(delimiter);
}

/** One table of a page. */
export function html(rows: readonly (readonly string[])[]): string {
  const lines = rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`);
  return `<html><head><title>made up</title></head><body><table>${lines.join('\n')}</table></body></html>`;
}

export function delimited(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  delimiter: string,
): string {
  return [header, ...rows].map((cells) => quoted(cells, delimiter)).join('\r\n');
}
