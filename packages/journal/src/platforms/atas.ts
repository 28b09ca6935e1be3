/** ATAS, statistics exported as a workbook: the Journal sheet (closed round trips) is read; Executions only where it is missing or empty. */
import { ATAS_EXECUTIONS } from './atas-executions.ts';
import { ATAS_JOURNAL } from './atas-journal.ts';
import { readerOfLayouts } from './platform-layout.ts';

export const atas = readerOfLayouts('atas', [ATAS_JOURNAL, ATAS_EXECUTIONS]);
