/** The codes of responses: `rp_code` is a code and mostly a text. */

export const OK = ['0'] as const;
export const NO_DATA = ['7', 'no data'] as const;
/** Also for a request that belongs to another plant. */
export const BAD_INPUT = ['6', 'bad input'] as const;
export const DENIED = ['13', 'permission denied'] as const;
/** The same code with a text that leaves no doubt. */
export const WRONG_PASSWORD = ['13', 'invalid user name or password'] as const;
export const FAILED = ['1', 'an error occurred'] as const;
export const SUBSCRIBED_ALREADY = ['1029', 'update bit type already exists'] as const;
export const NO_FCM = ['1039', 'FCM Id field is not received.'] as const;
export const NO_PATTERN = ['1062', 'Search pattern field is not received.'] as const;
/** Of a row of a response of several parts: more follow. */
export const MORE = ['0'] as const;
