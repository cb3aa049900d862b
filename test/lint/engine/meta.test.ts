import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compile } from '../../../src/workspace/compile/compile.ts';
import { lint } from '../../../src/lint/engine/lint.ts';
import { rules } from '../../../src/lint/rules.ts';
import { lintJson, type LintDocument } from '../../../src/report/findings/lint-json.ts';
import { workspaceFiles } from '../../arbitraries/workspace-files.ts';
import { arbitraryWorkspace } from '../../arbitraries/workspace.ts';
import { mutated } from '../../workspace/hostile/mutations.ts';
import { faultsOf } from '../mutated/places.ts';
import { lintFiles, workspaceOf, type Files } from '../workspace-of.ts';
import { runs } from '../../runs.ts';

const valid = arbitraryWorkspace().map(workspaceFiles);

/** One of the files is damaged, but not the settings: what is wrong with them is found before anything is linted. */
const damaged = fc.tuple(valid, fc.nat()).chain(([files, pick]) => {
  const paths = Object.keys(files).filter((path) => path !== 'edgewright.yaml');
  const path = paths[pick % paths.length] ?? '';
  return mutated([Buffer.from(files[path] ?? '')]).map((bytes): Files => ({
    ...files,
    [path]: bytes.toString(),
  }));
});

test.each(['minimal', 'recommended'])(
  'a workspace that is valid by construction has no errors under %s',
  (preset) => {
    fc.assert(
      fc.property(valid, (files) => {
        const settings = `${files['edgewright.yaml'] ?? ''}lint: { preset: ${preset} }\n`;
        const { diagnostics } = lintFiles({ ...files, 'edgewright.yaml': settings }, { rules });
        expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
      }),
      { numRuns: runs(120) },
    );
  },
);

test('every finding has its places in its files, once, in a short sentence', () => {
  fc.assert(
    fc.property(damaged, (files) => {
      const { workspace, ...result } = lintFiles(files, { rules });
      const report = JSON.parse(lintJson(result, '0')) as LintDocument;
      const textOf = (path: string): string | undefined => files[path] ?? workspace.sources.get(path)?.text;
      expect(faultsOf(report, textOf)).toEqual([]);
    }),
    { numRuns: runs(100) },
  );
});

test('the order of files and of rules changes nothing', () => {
  fc.assert(
    fc.property(damaged, (files) => {
      const turned = Object.fromEntries(Object.entries(files).reverse());
      const back = lintFiles(turned, { rules: [...rules].reverse() });
      expect(lintJson(back, '0')).toBe(lintJson(lintFiles(files, { rules }), '0'));
    }),
    { numRuns: runs(120) },
  );
});

test('lint does not change its input, and is deterministic', () => {
  fc.assert(
    fc.property(damaged, (files) => {
      const workspace = workspaceOf(files);
      const names = [...workspace.environments.keys()];
      const compiled = new Map(names.map((name) => [name, compile(workspace, name)]));
      freeze(workspace);
      freeze([...compiled.values()]);
      const input = { workspace, compiled, rules, now: new Date('2026-01-01T00:00:00Z') };
      expect(lintJson(lint(input), '0')).toBe(lintJson(lint(input), '0'));
    }),
    { numRuns: runs(120) },
  );
});

/** Freezes a value deeply, so that any change throws. */
function freeze(value: unknown, seen = new Set<unknown>()): void {
  if (typeof value !== 'object' || value === null || seen.has(value)) return;
  seen.add(value);
  if (value instanceof Map) for (const one of value.values()) freeze(one, seen);
  for (const one of Object.values(value)) freeze(one, seen);
  Object.freeze(value);
}
