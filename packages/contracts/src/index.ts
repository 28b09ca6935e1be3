/** The one schema source: routes, socket messages, plans and error texts. */
export * from './alerts.ts';
export * from './auth.ts';
export * from './connection.ts';
export * from './errors.ts';
export * from './instruments.ts';
export * from './live.ts';
export * from './market-data.ts';
export * from './patterns.ts';
export * from './plans.ts';
export * from './preferences.ts';
export * from './primitives.ts';
export * from './route.ts';
