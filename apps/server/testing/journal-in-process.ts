/** The journal's work without threads, for tests that are about something else: starting one takes most of a second of the processor. */
import { JournalResponder } from '#adapters/journal/journal-responder.ts';
import { createJournalWork } from '#adapters/journal/journal-work.ts';
import type { WorkRequest } from '#adapters/journal/work-messages.ts';
import { acceptedOf, type JournalThread, type ResponseTo } from '#adapters/journal/work-thread.ts';
import type { JournalWork } from '#ports/journal-work.ts';

class ThreadInProcess implements JournalThread {
  readonly isUsable = true;
  readonly #responder = new JournalResponder();

  async request<Q extends WorkRequest>(question: Q): Promise<ResponseTo<Q>> {
    return acceptedOf<Q>(this.#responder.respond(question));
  }

  async stop(): Promise<void> {
    // Nothing runs beside this process
  }
}

export function createJournalWorkInProcess(): JournalWork {
  return createJournalWork({}, () => new ThreadInProcess());
}
