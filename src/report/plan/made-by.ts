import type { BindingFact } from './saved/plan-binding.ts';

/** Where a report of plans comes from: what a reader needs to find the files, the API and the program again. */
export interface MadeBy {
  /** The version of Edgewright. */
  readonly version: string;
  /** Scheme, host and port of the APIs that were read, each once; `local` for the built-in mock API. */
  readonly apis: readonly string[];
  /** The full name of the commit that was checked out; absent outside of git and before the first commit. */
  readonly commit?: string | undefined;
  /** To the second, in UTC; absent for a saved plan, which does not say when it was made. */
  readonly time?: string | undefined;
}

/** The same as names and values, in the order in which they are shown. */
export function madeByFacts({ version, apis, commit, time }: MadeBy): readonly BindingFact[] {
  return [
    ...apis.map((api) => ({ name: 'API', value: api === 'local' ? 'built-in mock API' : api })),
    ...(commit === undefined ? [] : [{ name: 'commit', value: commit.slice(0, 12) }]),
    ...(time === undefined ? [] : [{ name: 'time', value: time }]),
    { name: 'Edgewright', value: version },
  ];
}
