import { endpoint, filled, type Hostile, type Hostiles } from './hostile-files.ts';

const one = { 'resources/a.yaml': endpoint('a', '') };

function settings(text: (bytes: number) => string): Hostile {
  return (bytes) => ({ ...one, 'edgewright.yaml': `version: 1\n${text(bytes)}` });
}

/** Hostile contents of edgewright.yaml and .gitignore. */
export const inSettings: Hostiles = {
  'many patterns': settings((bytes) => `resources:\n${filled(bytes, (i) => `  - r${i}/**/*.yaml\n`)}`),
  'many patterns that match': settings((bytes) => `resources:\n${'  - "**/*.yaml"\n'.repeat(bytes / 16)}`),
  'a pattern of stars': settings((bytes) => `resources: ["${'*a'.repeat(bytes / 2)}"]\n`),
  'a pattern of folders': settings((bytes) => `resources: ["${'**/'.repeat(bytes / 3)}*.yaml"]\n`),
  'a pattern of braces': settings((bytes) => `resources: ["${'{a,b}'.repeat(bytes / 5)}"]\n`),
  'a pattern of braces within braces': settings(
    (bytes) => `resources: ["${'{a,'.repeat(bytes / 4)}${'}'.repeat(bytes / 4)}"]\n`,
  ),
  'a pattern of brackets': settings((bytes) => `resources: ["${'[a-z]'.repeat(bytes / 5)}"]\n`),
  'many secrets': settings((bytes) => `secrets:\n${filled(bytes, (i) => `  - S_${i}\n`)}`),
  'many rules that do not exist': settings(
    (bytes) => `lint:\n  rules:\n${filled(bytes, (i) => `    route-duplicat${i}: warn\n`)}`,
  ),
  'many overrides of rules': settings(
    (bytes) =>
      `lint:\n  overrides:\n${filled(bytes, (i) => `    - files: ["f${i}/**"]\n      rules: { route-duplicate: warn }\n`)}`,
  ),
  'many protected': settings(
    (bytes) => `safety:\n  protect:\n${filled(bytes, (i) => `    - endpoint/e${i}*\n`)}`,
  ),
  'many keys that nobody knows': settings((bytes) => filled(bytes, (i) => `key${i}: 1\n`)),
  'many lines of .gitignore': (bytes) => ({
    ...one,
    '.gitignore': filled(bytes, (i) => `folder${i}/**/*.tmp\n`),
  }),
  'one long line of .gitignore': (bytes) => ({ ...one, '.gitignore': '*a'.repeat(bytes / 2) }),
  'a line of .gitignore of folders': (bytes) => ({ ...one, '.gitignore': `${'**/'.repeat(bytes / 3)}x` }),
};
