/** Ids of rows that the database numbers: text outside, a number inside. */
import { AppError } from '#failures/app-error.ts';

/** Throws `NOT_FOUND` for text that names no row. */
export function rowNumber(id: string): number {
  if (!/^[1-9]\d{0,14}$/.test(id)) throw new AppError('NOT_FOUND');
  return Number(id);
}
