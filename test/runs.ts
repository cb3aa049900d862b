/**
 * How often a property with a whole pipeline in it runs: a quarter of what it is worth here, all of it in `npm run
 * prove`. The seed is the same, so that these are the first of those.
 */
export function runs(all: number): number {
  return process.env['PROVE'] === undefined ? Math.ceil(all / 4) : all;
}
