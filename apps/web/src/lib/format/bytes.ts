/** Sizes of files and memory in words. */
const BYTE_UNITS = ['B', 'kB', 'MB', 'GB', 'TB'];

/** `812 B`, `1.4 MB`: decimal units, one decimal from kB on. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.95 && unit < BYTE_UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${BYTE_UNITS[unit]}`;
}
