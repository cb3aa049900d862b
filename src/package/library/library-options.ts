export interface LoadOptions {
  /** Folder of edgewright.yaml, or one in it. Default: `cwd`. */
  readonly folder?: string;
  /** Folder that relative paths of options start from. Default: the current folder of the process. */
  readonly cwd?: string;
  /**
   * Environment variables: the API, its credentials, secrets, CI. Default: those of the process, read when
   * `loadWorkspace` is called. With `{}` nothing is read from the process.
   */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Texts that replace or add files, by path from the folder of edgewright.yaml. Default: none. */
  readonly texts?: ReadonlyMap<string, string>;
  /** Receives what a command prints to stderr beside its result, such as a note. Default: it is dropped. */
  readonly onMessage?: (message: string) => void;
}

/** A workspace as it was read from disk; later changes of the files are not seen. */
export interface LoadedWorkspace {
  /** Absolute path of the folder of edgewright.yaml. */
  readonly root: string;
  /** Names of the environments. */
  readonly environments: readonly string[];
  /** Paths of the files that were read, from `root`, sorted. */
  readonly files: readonly string[];
}

export interface LintingOptions {
  /** Default: all environments. */
  readonly environments?: readonly string[];
  /** Files and folders whose findings are reported; the whole workspace is checked in any case. Default: all. */
  readonly files?: readonly string[];
  /** Severity of a rule, by its id. Default: as edgewright.yaml says. */
  readonly rules?: Readonly<Record<string, 'error' | 'warn' | 'info' | 'off'>>;
  /** Time as of which certificates are checked. Default: now. */
  readonly now?: Date;
  /** `ignore` reports recorded findings, too; `new-only` requires a baseline. Default: `use`. */
  readonly baseline?: 'use' | 'ignore' | 'new-only';
  /** Git ref to compare with, for rules about changes. Default: none. */
  readonly base?: string;
}

export interface CompilingOptions {
  /** Optional where there is only one. */
  readonly environment?: string;
  /** Addresses (globs) or `label=value`. Default: all resources. */
  readonly only?: readonly string[];
}

/** Compiled request bodies by address; a secret is its reference. */
export type CompiledBodies = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** URL and credential of an API, instead of those of `env`. */
export interface ApiAddress {
  readonly url: string;
  /** Credential. Default: none. */
  readonly token?: string;
  /** Scheme before the credential in `Authorization`. Default: `Bearer`. */
  readonly scheme?: string;
  /** Additional request headers. Default: none. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface PlanningOptions {
  /** Default: all environments. */
  readonly environments?: readonly string[];
  /** Addresses (globs) or `label=value`; gates check these and what they rest on. Default: all resources. */
  readonly only?: readonly string[];
  /**
   * API to read: an address, a profile of profiles.json, or the built-in mock API with its state in
   * .edgewright/local. Default: `EDGEWRIGHT_API_URL` and the other variables of `env`.
   */
  readonly api?: ApiAddress | { readonly profile: string } | 'local';
  /** File of `edgewright snapshot`, read instead of the API and the ledger. Default: none. */
  readonly snapshot?: string;
  /** Git ref that a pull request targets. Default: none. */
  readonly base?: string;
  /** The file store, which must be named in CI. Default: as edgewright.yaml says. */
  readonly ledger?: 'file';
  /** Folder with a file for each secret whose `EDGEWRIGHT_SECRET_<NAME>` is not set. Default: none. */
  readonly secretsDir?: string;
  /** Maximum of concurrent reads. Default: 16 at first, up to 32. */
  readonly reads?: number;
  /** Addresses that may become less protected. Default: none. */
  readonly allowExposure?: readonly string[];
  /** Addresses whose changes made outside Edgewright are reverted. */
  readonly allowRevert?: readonly string[];
  /** Number of objects that may be deleted. Default: as edgewright.yaml says. */
  readonly allowDeletes?: number;
  /** Percentage of the managed objects that may change. Default: as edgewright.yaml says. */
  readonly allowChangedPercent?: number;
  /** Whether an environment with managed objects may declare no resources. Default: false. */
  readonly allowEmpty?: boolean;
  /** Number of objects of the ledger that may be missing. Default: 0. */
  readonly allowMissing?: number;
}

/** A request of a test, as in a file of `tests/`: the JSON Schema `schemas/test.schema.json` has all keys. */
export interface TestedRequest {
  /** A URL, or a URL with a method, headers and a body. */
  readonly request:
    | string
    | {
        readonly url: string;
        readonly method?: string;
        readonly headers?: Readonly<Record<string, string>>;
        readonly body?: string;
      };
  /** Facts about the client, such as `{ ip: '192.0.2.7', country: 'DE' }`. */
  readonly from?: Readonly<Record<string, unknown>>;
  /** Facts that no file can know, such as `{ login: { email: 'ann@example.com' } }`. */
  readonly given?: Readonly<Record<string, unknown>>;
  /** The expected response; only what is named is compared. */
  readonly expect: {
    readonly status?: number;
    readonly location?: string;
    readonly login?: string | boolean;
    readonly served_by?: string;
    readonly forwarded_to?: string;
    readonly backend?: string;
    readonly request_headers?: Readonly<Record<string, string | null>>;
    readonly response_headers?: Readonly<Record<string, string | null>>;
    readonly body?: string;
    readonly refused_by?: string;
    readonly connection?: 'refused';
  };
}

export interface TestingOptions {
  /** Default: all environments. */
  readonly environments?: readonly string[];
  /** Requests to test. Default: the tests of the files, of requests and of lint policies. */
  readonly requests?: readonly (TestedRequest & { readonly name: string })[];
}

export interface TestedOutcome {
  readonly code: string;
  readonly text: string;
  readonly status?: number;
}

export interface TestResult {
  readonly name: string;
  /** The lint policy that it tests. */
  readonly policy?: string;
  readonly environment?: string;
  /** `undecided`: it needs a fact that it does not give. */
  readonly result: 'ok' | 'failed' | 'undecided';
  /** Why it is not `ok`. */
  readonly message?: string;
  /** The outcome, in words and as a code, if it is decided. */
  readonly got?: TestedOutcome;
  /** All that the request may get, if it is not decided. */
  readonly results?: readonly TestedOutcome[];
  /** With `results`: the facts that are missing. The keys to add to the test are in `give`. */
  readonly missing?: readonly { readonly why: string; readonly of: string; readonly give?: string }[];
}

/** Results of `test`: the document of `edgewright test --format json`. */
export interface TestOutput {
  readonly counts: { readonly ok: number; readonly failed: number; readonly undecided: number };
  readonly tests: readonly TestResult[];
}
