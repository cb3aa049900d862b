/** Between a verb and `plan()` are two modules: a workflow and the one that makes plans. One module takes locks. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => path.posix.join(folder, file.split(path.sep).join('/')))
    .filter((file) => file.endsWith('.ts'));
}

/** The modules that a file imports for their values, including dynamic imports. */
function importsOf(file: string): readonly string[] {
  const text = readFileSync(file, 'utf8').replaceAll(/^import type [^;]+;/gm, '');
  return [...text.matchAll(/(?:from|import\() ?'(\.[^']+)'/g)].map(([, to = '']) =>
    path.posix.join(path.posix.dirname(file), to),
  );
}

function between(from: string, to: string): readonly string[] | undefined {
  const ways = new Map<string, readonly string[]>([[from, []]]);
  for (const [file, way] of ways) {
    if (file === to) return way.slice(0, -1);
    for (const next of importsOf(file)) if (!ways.has(next)) ways.set(next, [...way, next]);
  }
  return undefined;
}

test.each([
  'src/commands/plan/plan-and-report.ts',
  'src/commands/drift/drift-environments.ts',
  'src/commands/apply/apply.ts',
])('%s', (verb) => {
  const [workflow, maker, ...more] = between(verb, 'src/plan/plan.ts') ?? [];
  expect(workflow).toMatch(/^src\/run\/(?:apply|plan)\//);
  expect([maker, ...more]).toEqual(['src/run/plan/make-plan.ts']);
});

test('one module takes and releases the lock of a ledger; the others receive it', () => {
  const takers = [...filesIn('src/commands'), ...filesIn('src/run')].filter(
    (file) =>
      !file.startsWith('src/run/session/') &&
      /\bopenLedger\(|\block\.release\(/.test(readFileSync(file, 'utf8')),
  );
  expect(takers).toEqual([
    // Without the API: it writes where a ledger is at home, and no object.
    'src/commands/ledger/ledger-relocate.ts',
    'src/run/apply/with-locked-api.ts',
  ]);
});
