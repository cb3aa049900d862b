import type { RunAbout } from './ledger/journal.ts';
import { exitCodes, type ExitCode } from './exit-codes.ts';

/** A failure that a person can fix. `message` is one sentence; `help` says how. */
export class UserError extends Error {
  readonly exitCode: ExitCode;
  readonly help: string | undefined;
  /** Lines to paste elsewhere, such as SQL, which the help announces. */
  readonly script: string | undefined;
  /** A sentence about what the run that it ended had done. */
  ending?: string;

  constructor(
    exitCode: ExitCode,
    message: string,
    { help, script, cause }: { help?: string; script?: string; cause?: unknown } = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'UserError';
    this.exitCode = exitCode;
    this.help = help;
    this.script = script;
  }
}

/** The error of a command line, of a variable or of a file that a flag names: exit code 64. */
export function usageError(message: string, help?: string): UserError {
  return new UserError(exitCodes.usage, message, help === undefined ? {} : { help });
}

/**
 * Statuses that mean that nothing was changed. Assumed, as the API documents no errors. All other results leave the
 * outcome unknown: 5xx, 408, redirects, no response, a response without a usable id.
 */
export const rejectedStatuses: readonly number[] = [
  400, 401, 403, 404, 405, 409, 410, 411, 413, 414, 415, 422, 429,
];

/** The error response of the API, or the reason there was none. Has no headers or bodies: they may hold a secret. */
export class ApiError extends Error {
  readonly method: string;
  /** The path template, such as `/endpoints/{id}`. */
  readonly path: string;
  /** Undefined without a complete response. */
  readonly status: number | undefined;
  /** The service's own message, sanitized for printing, at most 300 characters. */
  readonly serviceMessage: string | undefined;
  readonly operationId: string | undefined;
  /** Whether the service may have received the request: `no` only if no byte of it was sent. */
  readonly wasSent: 'no' | 'maybe' | 'yes';
  /** The delay before the next attempt that the service asked for. */
  readonly retryAfterMs: number | undefined;
  /** End of a requested delay that is longer than a run waits; no further request is sent before it. */
  readonly waitUntil: Date | undefined;
  /** The id from an otherwise malformed response to a create: the object exists, so its id must not be lost. */
  readonly createdId: string | undefined;
  /** A sentence about what the run that it ended had done. */
  ending?: string;

  constructor(
    message: string,
    fields: {
      method: string;
      path: string;
      status?: number | undefined;
      serviceMessage?: string | undefined;
      operationId?: string | undefined;
      wasSent: 'no' | 'maybe' | 'yes';
      retryAfterMs?: number | undefined;
      waitUntil?: Date | undefined;
      createdId?: string | undefined;
      cause?: unknown;
    },
  ) {
    super(message, fields.cause === undefined ? undefined : { cause: fields.cause });
    this.name = 'ApiError';
    this.method = fields.method;
    this.path = fields.path;
    this.status = fields.status;
    this.serviceMessage = fields.serviceMessage;
    this.operationId = fields.operationId;
    this.wasSent = fields.wasSent;
    this.retryAfterMs = fields.retryAfterMs;
    this.waitUntil = fields.waitUntil;
    this.createdId = fields.createdId;
  }
}

interface LedgerFailure {
  readonly help?: string;
  readonly script?: string;
  readonly cause?: unknown;
  readonly holder?: RunAbout | undefined;
  readonly isOvertaken?: boolean;
}

/** The ledger cannot be read, locked or written. */
export class LedgerError extends UserError {
  override readonly name = 'LedgerError';
  /** The run that has the lock, if that is the reason. */
  readonly holder: RunAbout | undefined;
  /** Whether another run was faster, and this one recorded nothing and sent no request that writes. */
  readonly isOvertaken: boolean;

  constructor(
    exitCode: ExitCode,
    message: string,
    { holder, isOvertaken = false, ...more }: LedgerFailure = {},
  ) {
    super(exitCode, message, more);
    this.holder = holder;
    this.isOvertaken = isOvertaken;
  }
}

/** The exit code of a command that this error ends. */
export function exitCodeOf(error: unknown): ExitCode {
  if (error instanceof UserError) return error.exitCode;
  if (!(error instanceof ApiError)) return exitCodes.bug;
  return error.status === 401 || error.status === 403 ? exitCodes.credential : exitCodes.unreachable;
}
