/**
 * Preloaded by the processes of a product that runs on another day (`CLOCK_SHIFT_MS`, milliseconds): their wall clock is shifted,
 * nothing else is.
 */
const shiftMs = Number(process.env['CLOCK_SHIFT_MS'] ?? 0);
const RealDate = Date;

globalThis.Date = class ShiftedDate extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + shiftMs);
    else super(...given);
  }

  static now() {
    return RealDate.now() + shiftMs;
  }
};
