import type { LintOutput } from './lint-json.gen.ts';

/** A failure that a person can fix. */
export class EdgewrightError extends Error {
  /** Exit code of the command line for the same failure. */
  readonly exitCode: number;
  /** Text that says how to fix it. */
  readonly help: string | undefined;

  constructor(message: string, fields: { exitCode: number; help?: string | undefined }) {
    super(message);
    this.name = 'EdgewrightError';
    this.exitCode = fields.exitCode;
    this.help = fields.help;
  }
}

/** The API refused a request, or gave no usable response. */
export class EdgewrightApiError extends EdgewrightError {
  override readonly name = 'EdgewrightApiError';
  readonly method: string;
  /** Path template, such as `/endpoints/{id}`. */
  readonly path: string;
  /** HTTP status; undefined without a complete response. */
  readonly status: number | undefined;

  constructor(
    message: string,
    request: { exitCode: number; method: string; path: string; status: number | undefined },
  ) {
    super(message, request);
    this.method = request.method;
    this.path = request.path;
    this.status = request.status;
  }
}

/** The files have errors, so that they cannot be compiled or planned. */
export class EdgewrightLintError extends EdgewrightError {
  override readonly name = 'EdgewrightLintError';
  readonly lint: LintOutput;

  constructor(message: string, fields: { exitCode: number; lint: LintOutput }) {
    super(message, { exitCode: fields.exitCode, help: '`lint` of this error has the findings' });
    this.lint = fields.lint;
  }
}
