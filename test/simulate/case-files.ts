import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

/** One request against some files, and what a request test says of it. */
export interface RequestCase {
  readonly name: string;
  /**
   * The fact behind the outcome, in our own words: of the API, of the policy language, or an assumption with a name.
   */
  readonly source: string;
  /** Laid over those of workspace/. */
  readonly files: Readonly<Record<string, string>>;
  /** The environment of the request; `production` by default. */
  readonly env?: string;
  /** An entry of `tests`, but for its name. */
  readonly test: Readonly<Record<string, unknown>>;
  readonly outcome: 'ok' | 'failed' | 'undecided';
  /** What the message of an undecided test must name. */
  readonly missing?: readonly string[];
}

/** The workspace under every case. */
export const caseWorkspace = fileURLToPath(new URL('workspace/', import.meta.url));

const folder = new URL('cases/', import.meta.url);

/** The cases of each file of cases/. */
export const caseFiles: ReadonlyMap<string, readonly RequestCase[]> = new Map(
  readdirSync(folder).map((name) => [
    name,
    parse(readFileSync(new URL(name, folder), 'utf8')) as readonly RequestCase[],
  ]),
);
