/** The thread in which tapes are replayed: a question in, a response or an error out. */
import { parentPort } from 'node:worker_threads';
import type { ReplayQuestion, ReplayResponse } from '#ports/replay.ts';
import { playTape } from './play-tape.ts';

export interface ThreadQuestion {
  readonly number: number;
  readonly question: ReplayQuestion;
}

export interface ThreadResponse {
  readonly number: number;
  readonly response: ReplayResponse | null;
  /** Null without an error. */
  readonly failure: string | null;
}

function responseTo({ number, question }: ThreadQuestion): ThreadResponse {
  try {
    return { number, response: playTape(question), failure: null };
  } catch (error) {
    // Damaged bytes fail this response, not the thread
    return { number, response: null, failure: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.on('message', (request: ThreadQuestion) => parentPort?.postMessage(responseTo(request)));
