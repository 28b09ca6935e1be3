/** What a detector gets when a test writes its view: a judge that the test sets, and everything that it emitted. */
import type { Pattern } from '@undertow/market';
import type { CandidateFacts, Judgement } from '#calibration/judge.ts';
import type { DetectorContext, FlowEventChange } from '#view/detector.ts';
import type { MarketView } from '#view/market-view.ts';
import { LiveSignalBoard } from '#view/signal-board.ts';

export const SURE: Judgement = {
  score: 2,
  confidence: 0.8,
  low: 0.7,
  high: 0.9,
  base: 0.5,
  calibrator: 'test@1',
  raiseFrom: 0.6,
};

export interface PlainContext {
  readonly context: DetectorContext;
  readonly board: LiveSignalBoard;
  readonly patterns: { readonly pattern: Pattern; readonly change: FlowEventChange }[];
  /** Candidates that were judged, with copies of their features. */
  readonly looks: (CandidateFacts & { readonly features: readonly number[] })[];
  readonly resolved: { readonly key: string; readonly outcome: boolean | null; readonly timeMs: number }[];
  /** What the judge says from now on. */
  say(judgement: Partial<Judgement>): void;
}

export function plainContext(view: MarketView): PlainContext {
  let judgement = SURE;
  const board = new LiveSignalBoard();
  const patterns: PlainContext['patterns'] = [];
  const looks: PlainContext['looks'] = [];
  const resolved: PlainContext['resolved'] = [];
  const context: Partial<DetectorContext> = {
    view,
    board,
    emit: () => undefined,
    emitPattern: (pattern, change) => patterns.push({ pattern, change }),
    judge: {
      judge: (_model, candidate) => {
        looks.push({ ...candidate, features: Array.from(candidate.features) });
        return judgement;
      },
      resolve: (_model, key, outcome, timeMs) => resolved.push({ key, outcome, timeMs }),
    },
  };
  return {
    context: context as DetectorContext,
    board,
    patterns,
    looks,
    resolved,
    say: (said) => {
      judgement = { ...SURE, ...said };
    },
  };
}
