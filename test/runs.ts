/**
 * The number of runs of a property with a whole pipeline: a quarter of `all` here, all of them in `npm run prove`. The
 * seed is the same, so that these are the first of those.
 */
export function runs(all: number): number {
  return process.env['PROVE'] === undefined ? Math.ceil(all / 4) : all;
}
