/** Refusals of the public API: problems of RFC 9457, whatever refused. */
import { API_PREFIX, ERRORS, PROBLEM_TYPE, type Problem, problemType } from '@undertow/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppError } from '#failures/app-error.ts';

const pathOf = (url: string): string => url.split('?', 1)[0] ?? '';

/** Whether the request is one of the public API, of a route that is there or not. */
export function isOfApi({ url }: Pick<FastifyRequest, 'url'>): boolean {
  const path = pathOf(url);
  return path === API_PREFIX || path.startsWith(`${API_PREFIX}/`);
}

function problemOf({ url, id }: FastifyRequest, error: AppError): Problem {
  const { code, status, message, issues } = error;
  const [first] = issues ?? [];
  const named =
    first === undefined ? message : [first.path, first.message].filter((part) => part !== '').join(': ');
  return {
    ...{ type: problemType(code), title: ERRORS[code].message, status, code },
    ...{ detail: named, instance: pathOf(url), requestId: id },
    ...(issues === undefined ? {} : { issues: [...issues] }),
  };
}

export function sendProblem(request: FastifyRequest, reply: FastifyReply, error: AppError): FastifyReply {
  if (error.status === 401) reply.header('www-authenticate', 'Bearer realm="Undertow API"');
  return reply.type(PROBLEM_TYPE).serializer(JSON.stringify).send(problemOf(request, error));
}
