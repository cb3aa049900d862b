import type { ApiOptions, WorkspaceOptions } from '../../cli/options.ts';
import { ApiError, exitCodes, UserError, type ExitCode } from '../../model/errors.ts';
import { inertLine } from '../../report/text/inert.ts';

export interface DoctorFlags extends WorkspaceOptions, ApiOptions {
  readonly secretsDir?: string;
}

/** `note` is a fact, `warn` may cause problems later, `fail` prevents other commands. */
export interface Examination {
  readonly state: 'ok' | 'note' | 'warn' | 'fail';
  readonly text: string;
  readonly help?: string;
  readonly exitCode?: ExitCode;
}

/** The value, or the finding on a failure that the user can do something about. */
export async function attempt<Result>(
  work: () => Promise<Result>,
): Promise<{ readonly value: Result } | { readonly failure: Examination }> {
  try {
    return { value: await work() };
  } catch (error) {
    if (error instanceof UserError) {
      const { message, help, exitCode } = error;
      return {
        failure: {
          state: 'fail',
          text: inertLine(message),
          exitCode,
          ...(help === undefined ? {} : { help: inertLine(help) }),
        },
      };
    }
    if (!(error instanceof ApiError)) throw error;
    const isRefused = error.status === 401 || error.status === 403;
    return {
      failure: {
        state: 'fail',
        text: inertLine(error.message),
        exitCode: isRefused ? exitCodes.credential : exitCodes.unreachable,
      },
    };
  }
}

export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
