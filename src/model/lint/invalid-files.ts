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
    super(exitCode, `\`${environment}\` cannot be compiled until its errors are fixed`);
    this.result = result;
    this.findings = findings;
  }
}
