import { exitCodes, type ExitCode } from './errors.ts';

/**
 * Which code a run with several results exits with: the first that one of them has. A ledger that was not written comes
 * before an unknown outcome and a partial run, since those say that the ledger is correct; settings that are wrong come
 * before what fails because of them.
 */
export const exitPrecedence: readonly ExitCode[] = [
  exitCodes.bug,
  exitCodes.interrupted,
  exitCodes.terminated,
  exitCodes.disk,
  exitCodes.unknown,
  exitCodes.partial,
  exitCodes.settings,
  exitCodes.usage,
  exitCodes.credential,
  exitCodes.unreachable,
  exitCodes.unsafe,
  exitCodes.gate,
  exitCodes.closed,
  exitCodes.configuration,
  exitCodes.changes,
];

export function exitCodeOfAll(codes: readonly ExitCode[]): ExitCode {
  return exitPrecedence.find((code) => codes.includes(code)) ?? exitCodes.ok;
}
