import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { mutantsOf, type Mutant } from './mutants.ts';

export interface Choice {
  readonly count: number;
  readonly seed: number;
  /** Folders below `src/`. */
  readonly within?: readonly string[];
}

/** A mutant with the number that its switch has. */
export interface Chosen extends Mutant {
  readonly id: number;
}

/** Where a mistake opens a gate, loses an object or hides a finding. */
export const folders = ['kinds', 'derive', 'routing', 'remote/api', 'plan', 'apply', 'lint'];

/**
 * As many mutants as are asked for, drawn from all of these folders; the same for the same seed. Each is drawn by what
 * it is and not by where it stands, so that the choice survives when files move and other code changes.
 */
export function choose(root: string, { count, seed, within = folders }: Choice): readonly Chosen[] {
  const all = within
    .flatMap((folder) => sourcesIn(root, `src/${folder}`))
    .flatMap((file) => {
      return drawn(mutantsOf(file, readFileSync(path.join(root, file), 'utf8')), seed);
    });
  const chosen: Mutant[] = [];
  for (const { mutant } of all.sort((a, b) => (a.lot < b.lot ? -1 : 1))) {
    if (chosen.length === count) break;
    if (!chosen.some((other) => overlap(other, mutant))) chosen.push(mutant);
  }
  return chosen.map((mutant, id) => ({ ...mutant, id }));
}

function drawn(
  mutants: readonly Mutant[],
  seed: number,
): readonly { readonly mutant: Mutant; readonly lot: string }[] {
  const times = new Map<string, number>();
  return mutants.map((mutant) => {
    const { file, text, by } = mutant;
    const what = [path.basename(file), text, by].join('\n');
    const nth = times.get(what) ?? 0;
    times.set(what, nth + 1);
    return { mutant, lot: createHash('sha256').update(`${seed}\n${what}\n${nth}`).digest('hex') };
  });
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
