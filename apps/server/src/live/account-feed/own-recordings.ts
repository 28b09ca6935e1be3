/** Records the sessions of a line for its owner, sealed with a key that is held while they run and overwritten after them. */
import type { AccountMarket, OwnerKey } from '#ports/account-feeds.ts';
import { SecretUnreadable } from '#ports/credentials.ts';
import type { Log } from '#ports/log.ts';
import type {
  OwnerRecordings,
  RecordedSession,
  Recordings,
  SessionRecording,
  SessionRecordings,
} from '#ports/recordings.ts';

interface OwnRecordingsInput {
  /** Name of the line, for the log. */
  readonly line: string;
  readonly market: Pick<AccountMarket, 'ownerId' | 'recordingKey'>;
  readonly recordings: Pick<Recordings, 'ofOwner'>;
  readonly log: Log;
}

export class OwnRecordings implements SessionRecordings {
  readonly #input: OwnRecordingsInput;
  readonly #files: OwnerRecordings;
  /** It opens recordings of this owner and nothing else. */
  #key: OwnerKey | null = null;
  #requested: Promise<void> | null = null;

  constructor(input: OwnRecordingsInput) {
    this.#input = input;
    const { market, recordings } = input;
    this.#files = recordings.ofOwner(market.ownerId, {
      isReady: () => this.#key !== null,
      seal: (bytes, context) => this.#opened().seal(context, bytes),
      open: (sealed, context) => this.#opened().open(context, sealed),
    });
  }

  /** The session is recorded from the first row on for which the key is there. */
  open(session: RecordedSession): SessionRecording | null {
    return this.#files.open(session);
  }

  /** Opens the key where it is not. Never rejects: without it the sessions run and are not recorded. */
  async prepare(): Promise<void> {
    if (this.#key !== null) return;
    this.#requested ??= this.#request().finally(() => {
      this.#requested = null;
    });
    await this.#requested;
  }

  async #request(): Promise<void> {
    const { line, market, log } = this.#input;
    try {
      this.#key = await market.recordingKey();
    } catch (error) {
      log.error(
        { err: error, line },
        'an account feed is not recorded, it goes on: the key of its owner is not available; it is tried again in a minute',
      );
    }
  }

  /** Ends all recordings, and overwrites the key once they are on disk. */
  async end(): Promise<void> {
    await this.#requested;
    await this.#files.end();
    this.#key?.destroy();
    this.#key = null;
  }

  #opened(): OwnerKey {
    if (this.#key === null) throw new SecretUnreadable('expected the key of the owner of the recording');
    return this.#key;
  }
}
