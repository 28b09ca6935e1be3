/** The text colour of each tone in which a status is said. */
export const STATUS_COLOURS = {
  ok: 'text-ok',
  warn: 'text-warn',
  bad: 'text-bad',
  info: 'text-info',
  plain: 'text-text-2',
} as const;
