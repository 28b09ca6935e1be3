/** The thread in which tapes are played again: a question in, an answer or what went wrong out. */
import { parentPort } from 'node:worker_threads';
import type { ReplayAnswer, ReplayQuestion } from '#ports/replay.ts';
import { playTape } from './play-tape.ts';

export interface ThreadQuestion {
  readonly number: number;
  readonly question: ReplayQuestion;
}

export interface ThreadAnswer {
  readonly number: number;
  readonly answer: ReplayAnswer | null;
  /** Null when it worked. */
  readonly failure: string | null;
}

function answerTo({ number, question }: ThreadQuestion): ThreadAnswer {
  try {
    return { number, answer: playTape(question), failure: null };
  } catch (error) {
    // Damaged bytes end this answer, not the thread
    return { number, answer: null, failure: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.on('message', (asked: ThreadQuestion) => parentPort?.postMessage(answerTo(asked)));
