/** The exit codes of the command line. */
export const exitCodes = {
  ok: 0,
  configuration: 1,
  changes: 2,
  partial: 3,
  unknown: 4,
  unsafe: 5,
  gate: 6,
  closed: 7,
  usage: 64,
  unreachable: 69,
  bug: 70,
  disk: 74,
  credential: 77,
  settings: 78,
  interrupted: 130,
  terminated: 143,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

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
