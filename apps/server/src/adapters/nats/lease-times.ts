/** The times of a lease. An owner gives up before anybody else may take over, whatever their clocks show. */

export const RENEW_EVERY_MS = 1000;
/** An owner that did not renew for so long is none any more; counted from the start of its last renewal. */
export const OWNER_LASTS_MS = 3000;
/** Others take over when they have seen no renewal for so long; counted from the arrival of the last one. */
export const OTHERS_WAIT_MS = 4000;
/** How often others look for leases that ended. */
export const LOOK_EVERY_MS = 250;
/** After that a renewal is tried again: twice at least before the lease is lost. */
export const RENEW_WITHIN_MS = 800;
