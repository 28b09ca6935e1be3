/** The body of every error response. */
import { z } from 'zod';

/** Most issues of one error: more do not help to correct the request. */
export const MAX_ISSUES = 20;

/** Body of every error response. `message` is shown; `issues` has the expectation per invalid field. */
export const errorBody = z.object({
  message: z.string(),
  code: z.string(),
  requestId: z.string(),
  /** The first of them, at most `MAX_ISSUES`. */
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  /** How many there are. */
  issueCount: z.number().int().positive().optional(),
});
export type ErrorBody = z.infer<typeof errorBody>;
