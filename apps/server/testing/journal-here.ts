/** The journal's work without threads, for tests that are about something else: starting one takes most of a second of the processor. */
import { JournalDesk } from '#adapters/journal/journal-desk.ts';
import { createJournalWork } from '#adapters/journal/journal-work.ts';
import type { WorkRequest } from '#adapters/journal/work-messages.ts';
import { acceptedOf, type JournalThread, type ResponseTo } from '#adapters/journal/work-thread.ts';
import type { JournalWork } from '#ports/journal-work.ts';

class DeskHere implements JournalThread {
  readonly isUsable = true;
  readonly #desk = new JournalDesk();

  async request<Q extends WorkRequest>(question: Q): Promise<ResponseTo<Q>> {
    return acceptedOf<Q>(this.#desk.respond(question));
  }

  async stop(): Promise<void> {
    // Nothing runs beside this process
  }
}

export function createJournalWorkHere(): JournalWork {
  return createJournalWork({}, () => new DeskHere());
}
