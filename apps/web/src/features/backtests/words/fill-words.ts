/** How orders were filled, in words. */
import type { BacktestResultDto } from '@undertow/contracts';
import { countOf } from '#lib/format/formats.ts';

type Fills = BacktestResultDto['fills'];

export const FILL_WORDS: Readonly<
  Record<Fills['model'], { readonly model: string; readonly market: string; readonly limit: string }>
> = {
  fast: {
    model: 'Fast fills, pessimistic',
    market: 'the worst price of the second',
    limit: 'only when traded through',
  },
  queue: {
    model: 'Queue-true fills',
    market: 'walk the recorded book',
    limit: 'behind the whole queue',
  },
};

export const SOURCE_WORDS: Readonly<Record<Fills['sources'][number], string>> = {
  fast: 'fast',
  by_order: 'queue-true, by order',
  by_level: 'queue-true, estimated by level',
};

/** Of the sessions with signals those whose rows are kept: in the others nothing is decided. */
export function rowsText({ withRows, withoutRows }: NonNullable<Fills['rows']>): string {
  const sessions = withRows + withoutRows;
  const found = `of ${withRows} of ${countOf(sessions, 'session')} with signals`;
  return withoutRows === 0 ? found : `${found}: in the others nothing is decided`;
}

type ExitReason = BacktestResultDto['exits'][number]['reason'];

export const EXIT_WORDS: Readonly<Record<ExitReason, string>> = {
  stop: 'Stop',
  target: 'Target',
  trailing: 'Trailing stop',
  time: 'Time',
  opposite_event: 'Opposite event',
  session_end: 'Session end',
};
