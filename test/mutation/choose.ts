import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { mutantsOf, type Mutant } from './mutants.ts';

/** A mutant with the number that its switch has. */
export interface Chosen extends Mutant {
  readonly id: number;
}

const folders = ['kinds', 'api', 'plan', 'apply', 'lint', 'traffic'];

/** As many mutants as are asked for, drawn from all of these folders; the same for the same seed. */
export function choose(root: string, count: number, seed: number): readonly Chosen[] {
  const all = folders
    .flatMap((folder) => sourcesIn(root, `src/${folder}`))
    .flatMap((file) => {
      return mutantsOf(file, readFileSync(path.join(root, file), 'utf8'));
    });
  const chosen: Mutant[] = [];
  for (const mutant of shuffled(all, seed)) {
    if (chosen.length === count) break;
    if (!chosen.some((other) => overlap(other, mutant))) chosen.push(mutant);
  }
  return chosen.map((mutant, id) => ({ ...mutant, id }));
}

function sourcesIn(root: string, folder: string): readonly string[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${folder}/${name.replaceAll(path.sep, '/')}`)
    .sort();
}

function overlap(a: Mutant, b: Mutant): boolean {
  return a.file === b.file && a.start < b.end && b.start < a.end;
}

function shuffled<T>(items: readonly T[], seed: number): readonly T[] {
  const rest = [...items];
  let state = seed;
  for (let last = rest.length - 1; last > 0; last--) {
    // The generator of Numerical Recipes; its upper bits are the good ones.
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const other = Math.floor((state / 2 ** 32) * (last + 1));
    [rest[last], rest[other]] = [rest[other]!, rest[last]!];
  }
  return rest;
}
