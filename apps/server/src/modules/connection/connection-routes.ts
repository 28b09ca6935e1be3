/** The user's own trading-platform connection: never set in this version, and every attempt is told so. */
import {
  disconnectRithmic,
  getRithmicConnection,
  saveRithmicConnection,
  testRithmicConnection,
} from '@undertow/contracts';
import { AppError } from '#http/app-error.ts';
import type { RouteBinder } from '#http/bind-route.ts';

function refuse(): never {
  throw new AppError('RITHMIC_NOT_AVAILABLE');
}

export function bindConnectionRoutes(binder: RouteBinder): void {
  binder.bindUser(getRithmicConnection, async () => ({}));
  binder.bindUser(saveRithmicConnection, refuse);
  binder.bindUser(testRithmicConnection, refuse);
  binder.bindUser(disconnectRithmic, refuse);
}
