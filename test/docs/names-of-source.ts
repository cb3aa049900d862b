import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { repository } from './page.ts';

/** The types that src/model exports. */
export function nounsOfModel(): ReadonlySet<string> {
  const folder = path.join(repository, 'src/model');
  const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(path.join(folder, name), 'utf8'));
  return new Set(
    texts.flatMap((text) =>
      [...text.matchAll(/^export (?:interface|type|class) (\w+)/gm)].map(([, noun = '']) => noun),
    ),
  );
}

/** Prefixes end with `_`: what follows is the name of a secret or an environment. */
export function variablesOfSource(): ReadonlySet<string> {
  const files = readdirSync(path.join(repository, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /^(?:run|commands)\/.*\.ts$/.test(name.replaceAll(path.sep, '/')))
    .map((name) => `src/${name}`);
  const texts = [...files, 'bin/code-cache.js', 'bin/user-cache.js'].map((name) =>
    readFileSync(path.join(repository, name), 'utf8'),
  );
  const names = texts.flatMap((text) => text.match(/EDGEWRIGHT_[A-Z_]+/g) ?? []);
  return new Set(names.filter((name) => name !== 'EDGEWRIGHT_SECRET_NAME'));
}

/** What a step may do: the members of the type `StepAction`. */
export function stepActions(): string[] {
  const text = readFileSync(path.join(repository, 'src/model/plan/step.ts'), 'utf8');
  const [, members = ''] = /type StepAction =([^;]*);/.exec(text) ?? [];
  return [...members.matchAll(/'(\w+)'/g)].map(([, action = '']) => action);
}
