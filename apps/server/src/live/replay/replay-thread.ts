/** The thread in which tapes are replayed: a question in, a response or an error out. */
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
  /** Null without an error. */
  readonly failure: string | null;
}

function answerTo({ number, question }: ThreadQuestion): ThreadAnswer {
  try {
    return { number, answer: playTape(question), failure: null };
  } catch (error) {
    // Damaged bytes fail this answer, not the thread
    return { number, answer: null, failure: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.on('message', (request: ThreadQuestion) => parentPort?.postMessage(answerTo(request)));
