/** What the journal's threads refuse, in words of the catalogue. */
import { ImportRefusal } from '@undertow/journal';
import { AppError } from '#failures/app-error.ts';
import { WorkUndone } from '#ports/journal-work.ts';

/** The error for work that was not done; everything else is rethrown unchanged. */
export function journalError(error: unknown): unknown {
  if (error instanceof ImportRefusal)
    return new AppError('IMPORT_REFUSED', [{ path: error.code, message: error.message }]);
  if (!(error instanceof WorkUndone)) return error;
  switch (error.reason) {
    case 'busy':
      return new AppError('IMPORTS_BUSY');
    case 'under-way':
      return new AppError('IMPORT_UNDER_WAY');
    case 'ended':
      return new AppError('COMPARISON_ENDED');
    case 'too-heavy':
      return new AppError('IMPORT_TOO_HEAVY');
  }
}
