/** Flags of Node for the server's process. */

/**
 * Memory: the optimising compiler takes half a gigabyte for single functions of the embedded database, which is fast enough without;
 * updates are short-lived (100 ms) and need no young generation of 128 MB, nor an old one that doubles before it is collected.
 */
export const SERVER_FLAGS = ['--liftoff-only', '--max-semi-space-size=4', '--heap-growing-percent=15'];
