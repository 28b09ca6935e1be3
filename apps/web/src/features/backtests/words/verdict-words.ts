/** Verdicts of backtests as badges: whether the rule beat random entries, never whether it made money. */
import type { BacktestDto, BacktestResultDto } from '@undertow/contracts';
import { countOf } from '#lib/format/formats.ts';
import type { Tone } from '#ui/marks/badge.tsx';
import { namedProbability } from './estimate-words.ts';

type Verdict = BacktestResultDto['verdict'];

export interface VerdictLook {
  readonly text: string;
  readonly tone: Tone;
}

export const VERDICT_LOOKS: Readonly<Record<Verdict, VerdictLook>> = {
  above_chance: { text: 'Above chance', tone: 'ok' },
  not_above_chance: { text: 'Not above chance', tone: 'plain' },
  not_after_correction: { text: 'Not after correction', tone: 'warn' },
  too_few: { text: 'Too few to say', tone: 'plain' },
  looks_ahead: { text: 'Looks ahead', tone: 'bad' },
  running: { text: 'Running', tone: 'info' },
};

/** Null for one that ended without a result. */
export function verdictOf({ state, verdict }: Pick<BacktestDto, 'state' | 'verdict'>): VerdictLook | null {
  if (state === 'done') return verdict === null ? null : VERDICT_LOOKS[verdict];
  return state === 'failed' || state === 'cancelled' ? null : VERDICT_LOOKS.running;
}

/** The answer in one sentence. */
export function verdictSentence({ verdict, baseLine, tradesMissing }: BacktestResultDto): string {
  const p = baseLine === null ? '' : namedProbability('p', baseLine.p);
  switch (verdict) {
    case 'above_chance':
      return `Better than random entries at the same hours: ${p}.`;
    case 'not_above_chance':
      return `No better than random entries at the same hours: ${p}.`;
    case 'not_after_correction':
      return `Better than random entries by itself, ${p}, but not after counting every rule tried.`;
    case 'too_few':
      return `Too few trades to say: ${countOf(tradesMissing, 'more trade')} needed.`;
    case 'looks_ahead':
      return 'This rule uses what nobody knew at the entry.';
    case 'running':
      return 'A first answer. Random entries at the same hours are being computed.';
  }
}
