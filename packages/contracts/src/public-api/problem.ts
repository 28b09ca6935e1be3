/** The body of every refusal of the public API: a problem of RFC 9457. */
import { z } from 'zod';

export const PROBLEM_TYPE = 'application/problem+json';

export const problem = z.object({
  type: z.string().describe('Address of the description of this kind of problem.'),
  title: z.string().describe('The same for every problem of the kind.'),
  status: z.number().int(),
  detail: z.string().describe('What was expected of this request.'),
  instance: z.string().describe('Path of the request.'),
  code: z.string().describe('For programs: stable within v1.'),
  requestId: z.string().describe('Name it when you write to us.'),
  issues: z
    .array(z.object({ path: z.string(), message: z.string() }))
    .optional()
    .describe('Where a request is not valid: the fields, and what was expected of each.'),
});
export type Problem = z.infer<typeof problem>;

/** Where the kind of a problem is described. */
export function problemType(code: string): string {
  return `/developers#problem-${code.toLowerCase().replaceAll('_', '-')}`;
}
