import { exitCodes, type ExitCode } from '../../../model/errors.ts';

/** The most urgent is an interruption, then what may lose something, then what nothing was applied for. */
const urgency: Readonly<Record<ExitCode, number>> = {
  [exitCodes.ok]: 0,
  [exitCodes.changes]: 1,
  [exitCodes.closed]: 2,
  [exitCodes.gate]: 3,
  [exitCodes.configuration]: 4,
  [exitCodes.usage]: 5,
  [exitCodes.settings]: 6,
  [exitCodes.unreachable]: 7,
  [exitCodes.credential]: 8,
  [exitCodes.partial]: 9,
  [exitCodes.unsafe]: 10,
  [exitCodes.unknown]: 11,
  [exitCodes.disk]: 12,
  [exitCodes.bug]: 13,
  [exitCodes.terminated]: 14,
  [exitCodes.interrupted]: 15,
};

/** The exit code of runs of several environments. */
export function worstExit(codes: readonly ExitCode[]): ExitCode {
  return codes.reduce<ExitCode>(
    (worst, code) => (urgency[code] > urgency[worst] ? code : worst),
    exitCodes.ok,
  );
}
