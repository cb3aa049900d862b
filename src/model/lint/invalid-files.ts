import { UserError } from '../errors.ts';
import type { LintResult } from './lint-result.ts';
import type { ExitCode } from '../exit-codes.ts';

/** The files of an environment have errors. */
export class InvalidFiles extends UserError {
  readonly result: LintResult;
  /** The errors as lint prints them. */
  readonly findings: string;

  constructor(
    exitCode: ExitCode,
    environment: string,
    { result, findings }: Pick<InvalidFiles, 'result' | 'findings'>,
  ) {
    super(exitCode, `\`${environment}\` has errors in its files, so nothing is done`);
    this.result = result;
    this.findings = findings;
  }
}
