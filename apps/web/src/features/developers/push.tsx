/** What reaches programs without a request of theirs, and assistants: streams, webhooks, the MCP server. */
import {
  API_PREFIX,
  MAX_STREAMS,
  STREAM_EVENTS_PATH,
  STREAM_EXAMPLE,
  STREAM_KINDS,
  STREAM_PATH,
  STREAM_RESUME_MINUTES,
  type StreamKind,
  WEBHOOK_EXAMPLE,
  WEBHOOK_RETRY_HOURS,
} from '@undertow/contracts';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { CodeCard } from './code-card.tsx';
import { ExampleCard, type ExampleCardProps } from './example-card.tsx';
import { Section } from './section.tsx';

type Chosen = Omit<ExampleCardProps, 'example'>;

const KIND_WORDS: Readonly<Record<StreamKind, string>> = {
  event: 'An order-flow event in a new state.',
  bar_1m: 'A minute that closed.',
  book: 'The ten best levels of both sides as they are now. Without a number: whoever has the newest needs none before it.',
  tape: 'Executions since the message before, by aggressive order and price.',
};

const CONVERSATION = `> { "op": "subscribe", "instrument": "ES", "kinds": ["event", "bar_1m"] }
< { "op": "subscribed", "instrument": "ES", "kinds": ["event", "bar_1m"], "at": "5e1c90aa-48210", … }
< { "id": "5e1c90aa-48211", "seq": 48211, "kind": "event", "instrument": "ES", "data": { … } }

after a cut
> { "op": "subscribe", "instrument": "ES", "kinds": ["event", "bar_1m"], "after": "5e1c90aa-48211" }
< { "op": "subscribed", "missed": 3, "complete": true, … }`;

const settingsOf = (origin: string): string => `{
  "mcpServers": {
    "undertow": {
      "type": "http",
      "url": "${origin}${API_PREFIX}/mcp",
      "headers": { "Authorization": "Bearer \${UNDERTOW_KEY}" }
    }
  }
}`;

function Streams(chosen: Chosen): ReactNode {
  return (
    <Section
      id="streams"
      title="Streams"
      code={
        <>
          <ExampleCard example={STREAM_EXAMPLE} {...chosen} />
          <CodeCard title="WebSocket" name="Messages of a WebSocket" code={CONVERSATION} />
        </>
      }
    >
      <p>
        A WebSocket at <code>{STREAM_PATH}</code> for any number of instruments, or server-sent events at{' '}
        <code>{STREAM_EVENTS_PATH}</code> for one. Both need a key with the scope <code>market:read</code>,
        and you may have {MAX_STREAMS} streams open.
      </p>
      <dl className="dev-fields">
        {STREAM_KINDS.map((kind) => (
          <div key={kind}>
            <dt>
              <code>{kind}</code>
            </dt>
            <dd>{KIND_WORDS[kind]}</dd>
          </div>
        ))}
      </dl>
      <p>
        Bars, book and tape leave only where the venue licenses prices to programs. After a cut subscribe with{' '}
        <code>after</code>, or <code>Last-Event-ID</code>: within {STREAM_RESUME_MINUTES} minutes nothing is
        lost. Later a <code>gap</code> comes first and <code>complete</code> is false: read what is missing
        from <code>{API_PREFIX}/events</code>.
      </p>
      <p>
        A stream whose reader does not read is closed with 4008, one whose key or plan has ended with 4001
        within a second.
      </p>
    </Section>
  );
}

function Webhooks(chosen: Chosen): ReactNode {
  return (
    <Section id="webhooks" title="Webhooks" code={<ExampleCard example={WEBHOOK_EXAMPLE} {...chosen} />}>
      <p>
        Events, outcomes, alerts and finished imports are posted to an address of yours. Add it in{' '}
        <Link className="link" href="/settings?tab=api">
          Settings, API
        </Link>
        , where each delivery can be inspected and sent again.
      </p>
      <p>
        They are signed as Standard Webhooks specifies: check the signature over id, timestamp and raw body,
        and refuse what is older than five minutes. Retried for {WEBHOOK_RETRY_HOURS} hours, in order per
        subject; the id stays the same, so that repeats are easy to drop.
      </p>
      <p>
        Receivers are reached over https at public addresses only, and redirects are not followed. 410 pauses
        the webhook.
      </p>
    </Section>
  );
}

function Assistants(): ReactNode {
  const settings = settingsOf(location.origin);
  return (
    <Section
      id="assistants"
      title="Assistants"
      code={<CodeCard title="Settings of a client" name="Settings of an MCP client" code={settings} />}
    >
      <p>
        An MCP server with the same keys and scopes: tools for levels, events, evidence, the track record, the
        calendar, your journal and backtests. It reads only, unless the key may write.
      </p>
      <p>
        Every answer carries its source, delay and instant, and each rate its sample and interval. Notes and
        headlines are marked as data: an assistant must not follow what they say.
      </p>
    </Section>
  );
}

export function Push(chosen: Chosen): ReactNode {
  return (
    <>
      <Streams {...chosen} />
      <Webhooks {...chosen} />
      <Assistants />
    </>
  );
}
