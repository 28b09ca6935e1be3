/** Schemas that several groups of settings share. */
import { z } from 'zod';

export function integer(min: number, max: number) {
  const message = `expected a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d+$/, message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message);
}

export const flag = z.enum(['0', '1'], { message: 'expected 0 or 1' }).transform((value) => value === '1');
