/** The reference: every route of the description, with its parameters and an example of its answer. */
import type { ReactNode } from 'react';
import {
  type ApiDescription,
  type DescribedOperation,
  type DescribedParameter,
  useApiDescription,
} from '#api/site/api-description.ts';
import { QueryState } from '#ui/layout/blocks.tsx';
import { Badge } from '#ui/marks/badge.tsx';
import { CodeCard } from './code-card.tsx';
import { Section } from './section.tsx';

interface Operation extends DescribedOperation {
  readonly method: string;
  readonly path: string;
}

/** Lines of an example that are shown; the description has the rest. */
const MAX_LINES = 40;

export function operationsOf({ paths }: ApiDescription): readonly Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      path,
      method: method.toUpperCase(),
    })),
  );
}

function shortened(value: unknown): string {
  const lines = JSON.stringify(value, null, 2).split('\n');
  return lines.length <= MAX_LINES ? lines.join('\n') : [...lines.slice(0, MAX_LINES), '…'].join('\n');
}

function kindOf({ schema }: DescribedParameter): string {
  const words = schema?.enum;
  if (words === undefined) return schema?.type ?? '';
  return words.length > 12 ? `${words.slice(0, 6).join(', ')}, …` : words.join(', ');
}

/** Text of the description: what is between backticks is code. */
function words(text: string): ReactNode {
  const parts = text.split('`').map((part, at) => ({ part, isCode: at % 2 === 1, key: `${at} ${part}` }));
  return parts.map(({ part, isCode, key }) => (isCode ? <code key={key}>{part}</code> : part));
}

function Parameters({ operation }: { readonly operation: Operation }): ReactNode {
  const shown = operation.parameters.filter(({ $ref }) => $ref === undefined);
  if (shown.length === 0) return null;
  return (
    <dl className="dev-fields">
      {shown.map((parameter) => (
        <div key={parameter.name}>
          <dt>
            <code>{parameter.name}</code> {kindOf(parameter)}{' '}
            {parameter.required === true ? <Badge>required</Badge> : null}
          </dt>
          {parameter.description === undefined ? null : <dd>{words(parameter.description)}</dd>}
        </div>
      ))}
    </dl>
  );
}

function OperationSection({ operation }: { readonly operation: Operation }): ReactNode {
  const { operationId, method, path, summary, description } = operation;
  const [status, answer] = Object.entries(operation.responses).find(([code]) => code.startsWith('2')) ?? [];
  const example = answer?.content?.['application/json']?.example;
  const body = operation.requestBody?.content['application/json']?.example;
  const sunset = operation['x-sunset'];
  return (
    <Section
      id={`reference-${operationId}`}
      title={summary}
      code={
        <>
          {body === undefined ? null : (
            <CodeCard title="Body" name={`Body of ${method} ${path}`} code={shortened(body)} />
          )}
          {example === undefined ? null : (
            <CodeCard
              title={
                <>
                  <Badge tone="ok">{status}</Badge> Answer <Badge tone="warn">sample</Badge>
                </>
              }
              name={`Answer of ${method} ${path}`}
              code={shortened(example)}
            />
          )}
        </>
      }
    >
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone="info">{method}</Badge>
        <code className="break-all">{path}</code>
        <Badge>scope: {operation['x-scope']}</Badge>
        {sunset === undefined ? null : <Badge tone="warn">ends {sunset}</Badge>}
      </p>
      <p>{words(description)}</p>
      <Parameters operation={operation} />
    </Section>
  );
}

export function Reference(): ReactNode {
  const query = useApiDescription();
  if (query.data === undefined)
    return <QueryState query={query} failed="The reference could not be loaded" rows={6} height={40} />;
  return operationsOf(query.data).map((operation) => (
    <OperationSection key={operation.operationId} operation={operation} />
  ));
}
