/* Preloaded: a clock that is `CLOCK_AHEAD_MS` ahead, and that jumps by up to `CLOCK_JUMPS_MS` to and fro. */
const ahead = Number(process.env.CLOCK_AHEAD_MS ?? 0);
const jumps = Number(process.env.CLOCK_JUMPS_MS ?? 0);
const Real = Date;

function now() {
  return Math.round(Real.now() + ahead + jumps * (2 * Math.random() - 1));
}

globalThis.Date = class extends Real {
  constructor(...parts) {
    super(...(parts.length === 0 ? [now()] : parts));
  }

  static now() {
    return now();
  }
};
