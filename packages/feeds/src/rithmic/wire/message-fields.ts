/** Runs of fields that many messages of the R|Protocol begin with or contain. */

/** Every request begins with its template and the label that its response repeats. */
export const REQUEST = { templateId: [154467, 'int32'], userMsg: [132760, 'string', true] } as const;

/** Every response adds the codes that say whether it succeeded. */
export const RESPONSE = { ...REQUEST, rpCode: [132766, 'string', true] } as const;

export const CONTRACT = { symbol: [110100, 'string'], exchange: [110101, 'string'] } as const;

/** When the gateway sent it: seconds since 1970 and microseconds. */
export const GATEWAY_TIME = { ssboe: [150100, 'int32'], usecs: [150101, 'int32'] } as const;
