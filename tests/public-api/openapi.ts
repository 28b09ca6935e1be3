/** The description of the public API in OpenAPI 3.1, made from its routes. */
import {
  API_CHANGES,
  API_ROUTES,
  API_SCOPE_WORDS,
  API_SCOPES,
  API_TAGS,
  type ApiRoute,
  PROBLEM_TYPE,
  problem,
} from '@undertow/contracts';
import { z } from 'zod';

type Json = Readonly<Record<string, unknown>>;

/** The example of a route: parts of a request as it is sent, and the answer to it. */
export interface ApiExample {
  readonly params?: Json;
  readonly query?: Json;
  readonly body?: unknown;
  readonly answer: unknown;
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest as Json;
}

function parametersOf(
  schema: z.ZodType | undefined,
  place: 'path' | 'query',
  example: Json = {},
): readonly Json[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    readonly properties?: Readonly<Record<string, Json>>;
    readonly required?: readonly string[];
  };
  return Object.entries(properties).map(([name, { description, ...of }]) => ({
    ...{ name, in: place },
    required: place === 'path' || required.includes(name),
    ...(description === undefined ? {} : { description }),
    schema: of,
    ...(name in example ? { example: example[name] } : {}),
  }));
}

const IDEMPOTENCY_KEY: Json = { $ref: '#/components/parameters/idempotencyKey' };
const IF_NONE_MATCH: Json = { $ref: '#/components/parameters/ifNoneMatch' };

function bodyOf({ of }: ApiRoute, example: ApiExample | undefined): Json {
  if (of.body === undefined && of.mostBytes <= 4096) return {};
  const content =
    of.body === undefined
      ? { 'application/octet-stream': {} }
      : {
          'application/json': {
            schema: schemaOf(of.body, 'input'),
            ...(example?.body === undefined ? {} : { example: example.body }),
          },
        };
  return { requestBody: { required: true, content } };
}

const refusal = (name: string): Json => ({ $ref: `#/components/responses/${name}` });

function responsesOf(route: ApiRoute, example: ApiExample | undefined): Json {
  const { of, response, params } = route;
  const isRead = of.method === 'GET';
  return {
    [String(of.status)]: {
      description: route.summary,
      headers: {
        'RateLimit-Policy': { $ref: '#/components/headers/rateLimitPolicy' },
        RateLimit: { $ref: '#/components/headers/rateLimit' },
        ...(isRead ? { ETag: { $ref: '#/components/headers/etag' } } : {}),
      },
      content: {
        'application/json': {
          schema: schemaOf(response, 'output'),
          ...(example === undefined ? {} : { example: example.answer }),
        },
      },
    },
    ...(isRead ? { '304': { description: 'The answer is the one that `If-None-Match` names.' } } : {}),
    '400': refusal('badRequest'),
    '401': refusal('unauthorized'),
    '403': refusal('forbidden'),
    ...(params === undefined ? {} : { '404': refusal('notFound') }),
    ...(isRead ? {} : { '409': refusal('conflict'), '422': refusal('refused') }),
    '429': refusal('rateLimited'),
    '500': refusal('failed'),
  };
}

function operationOf(route: ApiRoute, example: ApiExample | undefined): Json {
  const { id, tag, summary, description, scope, deprecation, of } = route;
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: [description, `Scope: \`${scope}\`.`].filter((text) => text !== '').join(' '),
    ...(deprecation === null
      ? {}
      : { deprecated: true, 'x-sunset': deprecation.sunset, 'x-instead': deprecation.instead }),
    'x-scope': scope,
    parameters: [
      ...parametersOf(route.params, 'path', example?.params),
      ...parametersOf(route.query, 'query', example?.query),
      of.method === 'GET' ? IF_NONE_MATCH : IDEMPOTENCY_KEY,
    ],
    ...bodyOf(route, example),
    responses: responsesOf(route, example),
  };
}

const PROBLEMS = {
  badRequest: 'The request is not valid; `issues` names the fields.',
  unauthorized: 'Without a key, or with one that is unknown, expired or revoked.',
  forbidden:
    'The key lacks the scope, the plan the API, the instrument, or the venue licenses this for screens only.',
  notFound: 'There is none of this id, or it may not be seen.',
  conflict: 'It does not fit the state of what it is about.',
  refused: 'It was understood and refused; `issues` says why.',
  rateLimited: 'All keys of the user together are over their limit.',
  failed: 'An error of ours, which was logged under the request’s id.',
} as const;

function responseOf(name: string, description: string): Json {
  return {
    description,
    ...(name === 'rateLimited'
      ? {
          headers: {
            'Retry-After': {
              description: 'Seconds until the next request is answered.',
              schema: { type: 'integer' },
            },
          },
        }
      : {}),
    content: { [PROBLEM_TYPE]: { schema: { $ref: '#/components/schemas/Problem' } } },
  };
}

const text = (description: string): Json => ({ description, schema: { type: 'string' } });

function components(): Json {
  return {
    schemas: { Problem: schemaOf(problem, 'output') },
    responses: Object.fromEntries(
      Object.entries(PROBLEMS).map(([name, description]) => [name, responseOf(name, description)]),
    ),
    headers: {
      rateLimitPolicy: text(
        'Requests of all keys of the user in a window of seconds: `"default";q=600;w=60`.',
      ),
      rateLimit: text('What is left, and the seconds until the window ends: `"default";r=386;t=7`.'),
      etag: text('For `If-None-Match`: equal while the data is.'),
    },
    parameters: {
      idempotencyKey: {
        ...{ name: 'Idempotency-Key', in: 'header', required: false },
        description: 'A write that is sent again with its key is answered as before, for a day.',
        schema: { type: 'string', maxLength: 128 },
      },
      ifNoneMatch: {
        ...{ name: 'If-None-Match', in: 'header', required: false },
        description: 'The `ETag` of an earlier answer.',
        schema: { type: 'string' },
      },
    },
    securitySchemes: {
      key: {
        ...{ type: 'http', scheme: 'bearer' },
        description: `A key of the settings, with scopes: ${API_SCOPES.map(
          (scope) => `\`${scope}\` (${API_SCOPE_WORDS[scope].about})`,
        ).join(', ')}.`,
      },
    },
  };
}

/** The description, with the examples of routes by their id. */
export function openApiOf(examples: Readonly<Record<string, ApiExample>>): Json {
  const byPath = Map.groupBy(API_ROUTES, ({ path }) => path.replaceAll(/:(\w+)/g, '{$1}'));
  const paths = [...byPath].map(([path, routes]) => [
    path,
    Object.fromEntries(
      routes.map((route) => [route.of.method.toLowerCase(), operationOf(route, examples[route.id])]),
    ),
  ]);
  return {
    openapi: '3.1.1',
    info: {
      title: 'Undertow API',
      version: `${API_CHANGES[0]?.version}.0`,
      description:
        'The events, evidence and measured record that the screens show. Prices are strings in the instrument’s own decimals, times are UTC with milliseconds. Fields may be added at any time; nothing is removed or renamed within a version without a sunset date.',
      license: { name: 'All rights reserved', url: '/terms' },
    },
    servers: [{ url: '/' }],
    security: [{ key: [] }],
    tags: API_TAGS.map((name) => ({ name, description: `${name}.` })),
    paths: Object.fromEntries(paths),
    components: components(),
  };
}
