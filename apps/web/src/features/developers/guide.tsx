/** The guide: keys, pages, errors, versions, with examples that tests run. */
import {
  API_SCOPE_WORDS,
  API_SCOPES,
  ERRORS,
  EVENTS_EXAMPLE,
  PAGES_EXAMPLE,
  TIER_RULES,
  WRITE_EXAMPLE,
} from '@undertow/contracts';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { CodeCard } from './code-card.tsx';
import { ExampleCard, type ExampleCardProps } from './example-card.tsx';
import { Section } from './section.tsx';

type Chosen = Omit<ExampleCardProps, 'example'>;

const LIMIT = TIER_RULES.elite.apiRequestsPerMinute;

const LIMIT_HEADERS = `RateLimit-Policy: "default";q=${LIMIT};w=60
RateLimit: "default";r=386;t=7
ETag: W/"7c1e90b2"`;

const PROBLEM = `HTTP/1.1 403 Forbidden
Content-Type: application/problem+json

{
  "type": "/developers#problem-api-scope-missing",
  "title": "${ERRORS.API_SCOPE_MISSING.message}",
  "status": 403,
  "code": "API_SCOPE_MISSING",
  "detail": "scope: expected journal:read",
  "instance": "/api/v1/journal/trades",
  "requestId": "9f6c…"
}`;

function Start(chosen: Chosen): ReactNode {
  return (
    <Section id="start" title="Start" code={<ExampleCard example={EVENTS_EXAMPLE} {...chosen} />}>
      <p>
        Create a key in{' '}
        <Link className="link" href="/settings?tab=api">
          Settings, API
        </Link>
        . It is shown once and never exceeds your plan, delay and limits. Send it as a bearer token.
      </p>
      <ol className="dev-steps">
        <li>
          <b>Create a key</b> with the scope {API_SCOPE_WORDS['market:read'].label}.
        </li>
        <li>
          <b>Put it in the environment</b> as <code>UNDERTOW_KEY</code>, not in the code.
        </li>
        <li>
          <b>Request the latest events</b> of ES. The answer names its source, delay and instant.
        </li>
      </ol>
      <p>
        Prices are strings in the instrument’s own decimals, times are UTC with milliseconds.{' '}
        <code>confidence</code> is a number from 0 to 1; <code>metadata.exact</code> says where the exchange’s
        messages prove it. A rate comes with its interval, sample and base.
      </p>
    </Section>
  );
}

function Keys(): ReactNode {
  return (
    <Section
      id="keys"
      title="Keys and limits"
      code={<CodeCard title="On every answer" name="Headers of limits" code={LIMIT_HEADERS} />}
    >
      <p>
        A key has scopes, may be restricted to addresses and networks, and expires. Revoked, it is refused
        everywhere within a second.
      </p>
      <dl className="dev-fields">
        {API_SCOPES.map((scope) => (
          <div key={scope}>
            <dt>
              <code>{scope}</code> {API_SCOPE_WORDS[scope].writes ? 'writes' : 'reads'}
            </dt>
            <dd>{API_SCOPE_WORDS[scope].about}</dd>
          </div>
        ))}
      </dl>
      <p>
        All your keys together have {LIMIT} requests a minute. Each answer says what is left; at 429 wait for{' '}
        <code>Retry-After</code>. Raw market data leaves over the API only where the venue licenses it for
        programs; events, evidence and outcomes are derived.
      </p>
    </Section>
  );
}

function Pages(chosen: Chosen): ReactNode {
  return (
    <Section
      id="pages"
      title="Paging and filters"
      code={
        <>
          <ExampleCard example={PAGES_EXAMPLE} {...chosen} />
          <ExampleCard example={WRITE_EXAMPLE} {...chosen} />
        </>
      }
    >
      <p>
        A list has <code>data</code> and <code>next</code>. Pass <code>next</code> as <code>after</code>, with
        the same filters, until it is null. Rows that are added meanwhile neither repeat nor hide others. An
        edited cursor is refused with 400.
      </p>
      <p>
        Each read has an <code>ETag</code>; with <code>If-None-Match</code> the answer is an empty 304 while
        the data is the same.
      </p>
      <p>
        A write with an <code>Idempotency-Key</code> is carried out once: sent again within a day it is
        answered as before. Another request with the same key is refused with 422, and 409 says that the first
        has no answer yet. Of an imported file its name and length are compared.
      </p>
    </Section>
  );
}

function Errors(): ReactNode {
  return (
    <Section
      id="errors"
      title="Errors"
      code={<CodeCard title="A problem, RFC 9457" name="A problem" code={PROBLEM} />}
    >
      <p>
        Every refusal is <code>application/problem+json</code>. <code>code</code> is for programs and stable
        within a version, <code>detail</code> says what was expected, <code>issues</code> names fields.
      </p>
      <details>
        <summary className="link">All codes</summary>
        <dl className="dev-fields">
          {Object.entries(ERRORS).map(([code, { status, message }]) => (
            <div key={code} id={`problem-${code.toLowerCase().replaceAll('_', '-')}`}>
              <dt>
                <code>{code}</code> {status}
              </dt>
              <dd>{message}</dd>
            </div>
          ))}
        </dl>
      </details>
    </Section>
  );
}

function Versions(): ReactNode {
  return (
    <Section id="versions" title="Versions">
      <p>
        Fields and routes may be added at any time. Nothing is removed or renamed within a version: a test
        compares each release with the last. What will go carries <code>Deprecation</code> and{' '}
        <code>Sunset</code> headers first, and its date is in the changelog.
      </p>
    </Section>
  );
}

export function Guide(chosen: Chosen): ReactNode {
  return (
    <>
      <Start {...chosen} />
      <Keys />
      <Pages {...chosen} />
      <Errors />
      <Versions />
    </>
  );
}
