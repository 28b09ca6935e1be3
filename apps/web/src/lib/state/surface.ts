/** Which of the application's own windows is open: opened from anywhere, drawn once by the shell. */
import { Observable } from './observable.ts';

export type Surface = 'plans' | 'keys' | 'event-settings' | 'menu';

export const openSurface = new Observable<Surface | null>(null);

/** True while the sidebar shows the picker of instruments. */
export const pickingInstrument = new Observable(false);
