import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyFixes } from '../../../src/lint/fix/apply-fixes.ts';
import { rules } from '../../../src/lint/rules.ts';
import type { LintResult } from '../../../src/model/lint/lint-result.ts';
import { lintPretty } from '../../../src/report/findings/lint-pretty.ts';
import { readYaml } from '../../../src/derive/yaml/read-yaml.ts';
import { workspaceFiles } from '../../arbitraries/workspace-files.ts';
import { arbitraryWorkspace } from '../../arbitraries/workspace.ts';
import { lintFiles, type Files } from '../workspace-of.ts';
import { runs } from '../../runs.ts';

function errorsOf({ diagnostics }: LintResult): readonly string[] {
  return diagnostics
    .filter(({ severity }) => severity === 'error')
    .map(({ rule, message, place }) => `${place.source.path}: ${rule}: ${message}`);
}

test('a workspace that is valid by construction has no errors', () => {
  fc.assert(
    fc.property(arbitraryWorkspace(), (workspace) => {
      expect(errorsOf(lintFiles(workspaceFiles(workspace), { rules }))).toEqual([]);
    }),
    { numRuns: runs(100) },
  );
});

test('fixing ends with text that can be parsed, and without a fix that could still be applied', () => {
  fc.assert(
    fc.property(arbitraryWorkspace(), (workspace) => {
      let files: Files = workspaceFiles(workspace);
      for (let round = 0; ; round++) {
        const result = lintFiles(files, { rules });
        const { texts, applied } = applyFixes(result.workspace.sources, result.diagnostics, 'unsafe');
        if (applied.length === 0) break;
        expect(round).toBeLessThan(10);
        for (const [path, text] of texts) {
          expect(text).not.toBe(files[path]);
          expect(readYaml({ path, text }).diagnostics, text).toEqual([]);
        }
        files = { ...files, ...Object.fromEntries(texts) };
      }
    }),
    { numRuns: runs(50) },
  );
});

const corners = [
  '&a ',
  '*a',
  '!x ',
  '<<: ',
  '---\n',
  '\t',
  ': ',
  '- ',
  '{',
  '}',
  '[',
  '"',
  "'",
  '|\n',
  '#',
  '\u0000',
  '\ud800',
  '$(',
  ')',
  '? ',
  '%',
  '\r\n',
  'edgewright-ignore x: y\n',
];
const mutation = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  drop: fc.nat(12),
  put: fc.oneof(fc.constantFrom(...corners), fc.string({ maxLength: 3 })),
});

function mutated(text: string, changes: readonly { at: number; drop: number; put: string }[]): string {
  return changes.reduce((current, { at, drop, put }) => {
    const offset = Math.floor(at * current.length);
    return current.slice(0, offset) + put + current.slice(offset + drop);
  }, text);
}

test('damaged files give findings, never an exception', () => {
  fc.assert(
    fc.property(
      arbitraryWorkspace(),
      fc.nat(),
      fc.array(mutation, { minLength: 1, maxLength: 4 }),
      (workspace, pick, changes) => {
        const files = workspaceFiles(workspace);
        const paths = Object.keys(files).filter((path) => path !== 'edgewright.yaml');
        const path = paths[pick % paths.length]!;
        const result = lintFiles({ ...files, [path]: mutated(files[path]!, changes) }, { rules });
        expect(lintPretty(result)).toContain(' in ');
        applyFixes(result.workspace.sources, result.diagnostics, 'unsafe');
      },
    ),
    { numRuns: runs(400) },
  );
});
