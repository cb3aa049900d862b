import { guardedIo } from '../../guarded-io.ts';
import { ApiError, exitCodeOf, UserError } from '../../model/errors.ts';
import type { Io, KnownSecrets } from '../../model/io.ts';
import { InvalidFiles } from '../../model/lint/invalid-files.ts';
import type { LintResult } from '../../model/lint/lint-result.ts';
import { lintDocument } from '../../report/findings/lint-json.ts';
import { cleanDocument } from '../../report/text/json.ts';
import { version } from '../../version.ts';
import type { Workspace } from '../../model/workspace/workspace.ts';
import { processDefaults } from '../../process-io.ts';
import { openWorkspace } from '../../run/session/workspace/open-workspace.ts';
import type { LoadedWorkspace, LoadOptions } from './library-options.ts';
import type { LintOutput } from './lint-json.gen.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';
import { exitCodes } from '../../model/exit-codes.ts';

export interface WorkspaceSurroundings extends Surroundings {
  readonly workspace: Workspace;
}

const internals = Symbol('edgewright workspace');

/**
 * Reads the workspace that a folder is in. Throws `EdgewrightError` 78 without an edgewright.yaml; mistakes in the
 * files are findings of `lint`.
 */
export async function openLoaded(options: LoadOptions = {}): Promise<LoadedWorkspace> {
  const around = surroundings(options);
  const { folder, texts } = options;
  const place = withoutUndefined({ workspace: folder });
  const workspace = await libraryCall(around, (io) => openWorkspace(io, place, { overlay: texts }));
  const loaded: LoadedWorkspace = {
    root: workspace.root,
    environments: [...workspace.environments.keys()],
    files: [...workspace.sources.keys()].sort(),
  };
  // Not enumerable, so that printing the object prints neither variables nor files.
  return Object.defineProperty(loaded, internals, {
    value: { ...around, workspace } satisfies WorkspaceSurroundings,
  });
}

export function loadedOf(workspace: LoadedWorkspace): WorkspaceSurroundings {
  const { [internals]: loaded } = workspace as { readonly [internals]?: WorkspaceSurroundings };
  if (loaded !== undefined) return loaded;
  throw new EdgewrightError('the first argument is not a workspace', {
    exitCode: exitCodes.usage,
    help: 'pass the result of `await loadWorkspace()` itself, not a copy',
  });
}

export type EnvVariables = Io['env'];
export type GuardedIo = ReturnType<typeof guardedIo>;

/** Environment variables, folder and listener of a workspace, with their defaults. */
export interface Surroundings extends Pick<Io, 'env' | 'cwd'> {
  readonly onMessage: (message: string) => void;
}

export function surroundings({ env, cwd, onMessage }: LoadOptions): Surroundings {
  const given = processDefaults();
  return { env: env ?? given.env, cwd: cwd ?? given.cwd, onMessage: onMessage ?? (() => undefined) };
}

/**
 * Runs one call: messages reach the listener, and failures become exported errors. Neither has a known secret.
 */
export async function libraryCall<Result>(
  { env, cwd, onMessage }: Surroundings,
  body: (io: GuardedIo) => Promise<Result>,
): Promise<Result> {
  const { clock } = processDefaults();
  const io = guardedIo({
    stdout: () => undefined,
    stderr: (text) => onMessage(text.trimEnd()),
    stdin: () => Promise.resolve(''),
    env,
    cwd,
    stdoutIsTerminal: false,
    stderrIsTerminal: false,
    columns: 80,
    clock,
    signal: new AbortController().signal,
  });
  try {
    return await body(io);
  } catch (error) {
    throw exported(error, io.secrets);
  }
}

/** Bugs stay as they are: their stack says where they come from. */
function exported(error: unknown, secrets: KnownSecrets): unknown {
  const { clean } = secrets;
  if (error instanceof InvalidFiles) {
    const { message, exitCode, result } = error;
    return new EdgewrightLintError(message, { exitCode, lint: lintOutput(result, secrets) });
  }
  if (error instanceof UserError) {
    const { exitCode, help } = error;
    return new EdgewrightError(clean(error.message), { exitCode, help: help && clean(help) });
  }
  if (!(error instanceof ApiError)) return error;
  const { method, path, status } = error;
  return new EdgewrightApiError(clean(error.message), { exitCode: exitCodeOf(error), method, path, status });
}

/** The result of lint as its JSON Schema says, without secrets. */
export function lintOutput(result: LintResult, secrets: KnownSecrets): LintOutput {
  return cleanDocument(lintDocument(result, version), secrets) as LintOutput;
}

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
