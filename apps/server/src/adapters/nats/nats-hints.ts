/** Hints over the plain subjects of NATS: whoever is connected receives them, nothing is stored. */

import type { Msg, Subscription } from '@nats-io/transport-node';
import { alert } from '@undertow/contracts';
import { z } from 'zod';
import type { BusMessages } from '#ports/bus.ts';
import type { Hint, Hints, HintTopic } from '#ports/cluster/changes.ts';
import type { NatsLink } from './connect-nats.ts';

const SUBJECTS = 'undertow.hints.';

const user = z.strictObject({ userId: z.string() });

const MESSAGES: { readonly [T in HintTopic]: z.ZodType<BusMessages[T]> } = {
  alert: z.strictObject({ userId: z.string(), alert }),
  userChanged: user,
  devicesChanged: user,
  alertRulesChanged: user,
  controlsChanged: z.strictObject({}),
  sessionEnded: z.strictObject({ sessionIds: z.array(z.string()) }),
  viewChanged: z.strictObject({ sessionId: z.string() }),
};

const envelope = z.strictObject({ from: z.string(), message: z.unknown() });

const isTopic = (name: string): name is HintTopic => Object.hasOwn(MESSAGES, name);

export class NatsHints implements Hints {
  readonly #link: NatsLink;
  readonly #sender: string;
  readonly #listeners = new Set<(hint: Hint) => void>();
  readonly #subscription: Subscription;
  #hasWarned = false;

  /** `sender` is unique per start of a process. */
  constructor(link: NatsLink, sender: string) {
    this.#link = link;
    this.#sender = sender;
    this.#subscription = link.connection.subscribe(`${SUBJECTS}*`, {
      callback: (error, message) => {
        if (error === null) this.#receive(message);
        else link.log.error({ err: error }, 'hints of other processes cannot be received');
      },
    });
  }

  publish({ topic, message }: Hint): void {
    if (this.#link.connection.isClosed()) return;
    try {
      this.#link.connection.publish(`${SUBJECTS}${topic}`, JSON.stringify({ from: this.#sender, message }));
    } catch (error) {
      // Hints may be lost; the counter in the database is not
      this.#link.log.warn({ err: error, topic }, 'a hint was not published');
    }
  }

  subscribe(listener: (hint: Hint) => void): void {
    this.#listeners.add(listener);
  }

  close(): void {
    this.#subscription.unsubscribe();
  }

  #receive(message: Msg): void {
    const hint = this.#read(message);
    if (hint === null) return;
    for (const listener of this.#listeners) {
      try {
        listener(hint);
      } catch (error) {
        this.#link.log.error({ err: error, topic: hint.topic }, 'a hint was not processed');
      }
    }
  }

  /** Null for a hint of this process, and for one that cannot be read. */
  #read(message: Msg): Hint | null {
    const topic = message.subject.slice(SUBJECTS.length);
    try {
      const { from, message: content } = envelope.parse(message.json());
      if (from === this.#sender) return null;
      if (!isTopic(topic)) throw new Error(`expected a known topic, not ${topic}`);
      return { topic, message: MESSAGES[topic].parse(content) };
    } catch (error) {
      if (!this.#hasWarned)
        this.#link.log.warn({ err: error, topic }, 'hints that cannot be read are dropped');
      this.#hasWarned = true;
      return null;
    }
  }
}
