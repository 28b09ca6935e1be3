/** ATAS, statistics exported as a workbook: the Journal sheet (closed round trips) is read; Executions only where it is missing or empty. */

import { readerOfLayouts } from '#platforms/reader/platform-layout.ts';
import { ATAS_EXECUTIONS } from './atas-executions.ts';
import { ATAS_JOURNAL } from './atas-journal.ts';

export const atas = readerOfLayouts('atas', [ATAS_JOURNAL, ATAS_EXECUTIONS]);
