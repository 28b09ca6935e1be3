/** Requests under way on one connection: the frames of each are gathered by its id until the last one. */
import { RithmicError } from '#rithmic/wire/rithmic-error.ts';
import type { Received, RequestName, ResponseTo, RithmicMessage } from '#rithmic/wire/rithmic-wire.ts';
import { outcomeOf } from '#rithmic/wire/rp-code.ts';

/** How a request was answered. `rows` are the frames before the last; requests of a single row have it in `end`. */
export type Answer<N extends RequestName> =
  | {
      readonly kind: 'done';
      readonly rows: readonly RithmicMessage<ResponseTo<N>>[];
      readonly end: RithmicMessage<ResponseTo<N>>;
    }
  | { readonly kind: 'empty' }
  | { readonly kind: 'refused'; readonly code: string; readonly text: string };

/** Fields that answers share. */
interface AnswerFields {
  readonly userMsg?: readonly string[];
  readonly rpCode?: readonly string[];
  readonly rqHandlerRpCode?: readonly string[];
  readonly requestKey?: string;
}

interface Pending {
  readonly response: string;
  readonly onNotice: ((requestKey: string) => void) | null;
  readonly resolve: (answer: Answer<RequestName>) => void;
  readonly reject: (error: RithmicError) => void;
  readonly timer: NodeJS.Timeout;
  readonly rows: Received['message'][];
}

/** Time without a frame after which a request is given up; a dead connection is known much sooner, by its heartbeats. */
const ANSWER_MS = 30_000;
/** Before there are heartbeats. */
export const LOGIN_MS = 5000;
/** More frames than any reply has: the history is cut at 10,000, a book has fewer levels. */
const MAX_FRAMES = 200_000;

export class PendingRequests {
  readonly #pending = new Map<string, Pending>();
  #lastId = 0;

  /** Opens a request: `id` goes into its `user_msg`. `onNotice` is notified that the reply was cut and can be resumed. */
  open<N extends RequestName>(
    name: N,
    onNotice: ((requestKey: string, id: string) => void) | null = null,
    withinMs = ANSWER_MS,
  ): { readonly id: string; readonly answer: Promise<Answer<N>> } {
    this.#lastId += 1;
    const id = String(this.#lastId);
    const answer = new Promise<Answer<RequestName>>((resolve, reject) => {
      const timer = setTimeout(
        () => this.#give(id, new RithmicError('gateway_down', `no answer to ${name} within ${withinMs} ms`)),
        withinMs,
      );
      this.#pending.set(id, {
        response: name.replace('Request', 'Response'),
        onNotice: onNotice === null ? null : (key) => onNotice(key, id),
        resolve,
        reject,
        timer,
        rows: [],
      });
    });
    return { id, answer: answer as Promise<Answer<N>> };
  }

  /** Takes the message where it answers a request. False for what was pushed, and for answers that come too late. */
  take({ name, message }: Received): boolean {
    const fields = message as AnswerFields;
    const id = fields.userMsg?.[0];
    const pending = id === undefined ? undefined : this.#pending.get(id);
    if (id === undefined || pending === undefined) return false;
    pending.timer.refresh();
    if (name !== pending.response) this.#takeOther(id, pending, name, fields);
    else if (fields.rqHandlerRpCode !== undefined) this.#takeRow(id, pending, message);
    else if (fields.rpCode === undefined && fields.requestKey !== undefined)
      pending.onNotice?.(fields.requestKey);
    else this.#end(id, pending, message, fields);
    return true;
  }

  /** The connection is over: so is every request on it. */
  failAll(error: RithmicError): void {
    for (const id of [...this.#pending.keys()]) this.#give(id, error);
  }

  /** A refusal by template 75, or the answer to the resumption of a cut reply, which ends nothing unless it is a refusal. */
  #takeOther(id: string, pending: Pending, name: string, fields: AnswerFields): void {
    const outcome = outcomeOf(fields.rpCode);
    if (outcome.kind === 'refused') this.#settle(id, pending, outcome);
    else if (name === 'Reject') this.#settle(id, pending, { kind: 'refused', code: '', text: 'rejected' });
  }

  #takeRow(id: string, pending: Pending, message: Received['message']): void {
    pending.rows.push(message);
    if (pending.rows.length > MAX_FRAMES)
      this.#give(id, new RithmicError('protocol', `expected at most ${MAX_FRAMES} frames in one answer`));
  }

  #end(id: string, pending: Pending, end: Received['message'], fields: AnswerFields): void {
    const outcome = outcomeOf(fields.rpCode);
    // Rows that came before an empty end are rows anyway
    const isDone = outcome.kind === 'done' || (outcome.kind === 'empty' && pending.rows.length > 0);
    this.#settle(
      id,
      pending,
      isDone
        ? ({ kind: 'done', rows: pending.rows, end } as unknown as Answer<RequestName>)
        : (outcome as Answer<RequestName>),
    );
  }

  #settle(id: string, pending: Pending, answer: Answer<RequestName>): void {
    this.#pending.delete(id);
    clearTimeout(pending.timer);
    pending.resolve(answer);
  }

  #give(id: string, error: RithmicError): void {
    const pending = this.#pending.get(id);
    if (pending === undefined) return;
    this.#pending.delete(id);
    clearTimeout(pending.timer);
    pending.reject(error);
  }
}
