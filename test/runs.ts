/** `npm test` runs one of so many. */
const part = 16;

/**
 * The number of runs of a property with a whole pipeline: a sixteenth of `all` here, all of them in `npm run prove`.
 * The seed is the same, so that these are the first of those.
 */
export function runs(all: number): number {
  return process.env['PROVE'] === undefined ? Math.ceil(all / part) : all;
}

/**
 * The cases of a long list that are run: the first and every sixteenth after it in `npm test`, all of them in `npm run
 * prove` and where the file is run by its name with `npx vitest run`.
 */
export function share<Case>(cases: readonly Case[]): readonly Case[] {
  return process.env['MODE'] === 'share' ? cases.filter((_, index) => index % part === 0) : cases;
}
