import { exitCodes, type ExitCode } from '../../../model/errors.ts';

/** The most urgent first: an interruption, then what may lose something, then what nothing was applied for. */
const urgency: readonly ExitCode[] = [
  exitCodes.interrupted,
  exitCodes.terminated,
  exitCodes.bug,
  exitCodes.disk,
  exitCodes.unknown,
  exitCodes.unsafe,
  exitCodes.partial,
  exitCodes.credential,
  exitCodes.unreachable,
  exitCodes.settings,
  exitCodes.usage,
  exitCodes.configuration,
  exitCodes.gate,
  exitCodes.changes,
];

/** The exit code of runs of several environments. */
export function worstExit(codes: readonly ExitCode[]): ExitCode {
  return urgency.find((code) => codes.includes(code)) ?? exitCodes.ok;
}
