/** Whether the smaller events of the day are shown too, in every list and on the chart at once. */
import { Observable } from './observable.ts';

export const areSmallerShown = new Observable(false);
