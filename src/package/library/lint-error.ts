import { exitCodes } from '../../model/errors.ts';
import type { LintResult } from '../../model/lint/lint-result.ts';
import type { KnownSecrets } from '../../model/io.ts';
import { failureOf } from '../../run/session/ledger/failure-of.ts';
import { EdgewrightLintError } from './library-errors.ts';
import { lintJsonOf } from './lint-loaded.ts';

/** The error for files with errors, with all their findings. */
export function lintError(
  result: LintResult,
  environment: string,
  secrets: KnownSecrets,
): EdgewrightLintError {
  return new EdgewrightLintError(`\`${environment}\` cannot be compiled until its errors are fixed`, {
    exitCode: failureOf(result.diagnostics) ?? exitCodes.configuration,
    lint: lintJsonOf(result, secrets),
  });
}
