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

/** The ways in which the sources read the environment. */
const reads = [
  /\benv(?:\?\.)?\[\s*[`']([A-Z]\w*)/g,
  /\benv\??\.([A-Z][A-Z0-9_]+)/g,
  /\b(?:given|server|proxyIn)\(\s*(?:io,\s*)?[`'](\w+)/g,
  // Names in tables, and parts of names.
  /[`']((?:EDGEWRIGHT|GITHUB|GITLAB|GITEA|FORGEJO|GH|CI|XDG)_[A-Z0-9_]+|PG[A-Z_]{3,})/g,
];

/** Codes of errors, which look like variables. */
const codes: readonly string[] = ['NOT_HTTP', 'PROXY', 'TOO_LARGE', 'TOO_SLOW'].map(
  (code) => `EDGEWRIGHT_${code}`,
);

/** Prefixes end with `_`: what follows is a name or is put together at run time. */
export function variablesOfSource(): ReadonlySet<string> {
  const files = readdirSync(path.join(repository, 'src'), { recursive: true, encoding: 'utf8' })
    .map((name) => `src/${name.replaceAll(path.sep, '/')}`)
    // The pipelines that `init` writes have variables of CI systems.
    .filter((name) => name.endsWith('.ts') && !name.includes('/jobs/templates/'));
  const texts = [...files, 'bin/code-cache.js', 'bin/user-cache.js'].map((name) =>
    readFileSync(path.join(repository, name), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ''),
  );
  const names = texts.flatMap((text) => [
    ...reads.flatMap((way) => [...text.matchAll(way)].map(([, name = '']) => name)),
    ...[...text.matchAll(/const \{([^}]*)\} = (?:\w+\.)*env\b/g)].flatMap(
      ([, inside = '']) => inside.match(/\b[A-Z][A-Z0-9_]+\b/g) ?? [],
    ),
  ]);
  return new Set(names.map((name) => name.toUpperCase()).filter((name) => !codes.includes(name)));
}
