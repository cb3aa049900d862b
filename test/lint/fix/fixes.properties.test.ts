/**
 * Fixes on text as people leave it: the broken files of the rules' own cases, with other line ends, a byte order mark,
 * no last line end, comments beside and above everything, anchors, alone and several at once, under `strict`.
 */
import fc, { type Arbitrary } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyFixes } from '../../../src/lint/fix/apply-fixes.ts';
import { rules } from '../../../src/lint/rules.ts';
import type { Diagnostic } from '../../../src/model/diagnostic.ts';
import type { RuleSetting } from '../../../src/model/workspace/settings.ts';
import { readYaml } from '../../../src/derive/yaml/read-yaml.ts';
import { casesOf, filesOf } from '../rule-cases.ts';
import { lintFiles, type Files } from '../workspace-of.ts';
import { runs } from '../../runs.ts';

const only = 'resources/case.yaml';

/** The broken resource files of all cases that need nothing around them. */
const texts: readonly string[] = rules
  .flatMap(({ id }) => casesOf(id)?.invalid ?? [])
  .flatMap((one) => {
    const files = filesOf(one);
    const text = files[only];
    return text === undefined || Object.keys(files).length > 1 || one.ledger !== undefined ? [] : [text];
  });

type Mutate = (text: string, at: number) => string;

const mutations: Readonly<Record<string, Mutate>> = {
  nothing: (text) => text,
  'windows line ends': (text) => text.replaceAll(/\r?\n/g, '\r\n'),
  'byte order mark': (text) => `\ufeff${text.replace(/^\ufeff/, '')}`,
  'no last line end': (text) => text.replace(/(?:\r?\n)+$/, ''),
  'comment beside': (text, at) =>
    onLine(text, at, (line) => (line.trim() === '' ? line : `${line} # beside`)),
  'comment above': (text, at) =>
    onLine(text, at, (line) => `${/^[ ]*/.exec(line)?.[0] ?? ''}# above\n${line}`),
  'blank above': (text, at) => onLine(text, at, (line) => `\n${line}`),
  tag: (text, at) => onLine(text, at, (line) => line.replace(/(: |- |[[{,] ?)(?=["'\w$/])/, '$1!!str ')),
  anchor: (text, at) => onLine(text, at, (line) => line.replace(/: (?=[^\s&*!|>#])/, ': &mark ')),
};

function onLine(text: string, at: number, change: (line: string) => string): string {
  const lines = text.split('\n');
  const index = at % lines.length;
  lines[index] = change(lines[index] ?? '');
  return lines.join('\n');
}

const untidyText = fc
  .tuple(
    fc.constantFrom(...texts),
    fc.array(fc.tuple(fc.constantFrom(...Object.keys(mutations)), fc.nat()), { maxLength: 4 }),
  )
  .map(([text, changes]) =>
    changes.reduce((changed, [name, at]) => mutations[name]?.(changed, at) ?? changed, text),
  );

const broken: Arbitrary<Files> = fc
  .array(untidyText, { minLength: 1, maxLength: 3 })
  .map((all) => Object.fromEntries(all.map((text, index) => [`resources/case${index}.yaml`, text])));

/** As under `strict`. */
const strict: ReadonlyMap<string, RuleSetting> = new Map(
  rules.map(({ id, severity }) => [id, { severity: severity.strict }]),
);

function findingsOf(files: Files): ReturnType<typeof lintFiles> {
  return lintFiles(files, { rules, overriding: strict });
}

/** The edits put in one after the other from the end, at one offset the last first: what `applyFixes` must come to. */
function spliced(files: Files, fixes: readonly Diagnostic[]): Files {
  const result: Record<string, string> = { ...files };
  const edits = fixes.flatMap(({ fix }) => fix?.edits ?? []).sort((a, b) => a.start - b.start);
  for (const { source, start, end, text } of edits.reverse()) {
    const before = result[source.path] ?? source.text;
    result[source.path] = before.slice(0, start) + text + before.slice(end);
  }
  return result;
}

function readErrors(files: Files): number {
  return Object.entries(files)
    .filter(([path]) => path.endsWith('.yaml'))
    .flatMap(([path, text]) => readYaml({ path, text }).diagnostics).length;
}

function alike(diagnostics: readonly Diagnostic[], { rule, message, place }: Diagnostic): number {
  return diagnostics.filter(
    (other) =>
      other.rule === rule && other.message === message && other.place.source.path === place.source.path,
  ).length;
}

describe.each(['safe', 'unsafe'] as const)('%s fixes', (safety) => {
  test('each alone takes its finding away and breaks nothing', () => {
    fc.assert(
      fc.property(broken, (files) => {
        const { diagnostics, workspace } = findingsOf(files);
        for (const diagnostic of diagnostics) {
          const { texts: changed, applied } = applyFixes(workspace.sources, [diagnostic], safety);
          if (applied.length === 0) continue;
          const after: Files = { ...files, ...Object.fromEntries(changed) };
          const shown = JSON.stringify({ rule: diagnostic.rule, before: files, after }, null, 2);
          expect(after, shown).toEqual(spliced(files, applied));
          expect(readErrors(after), shown).toBeLessThanOrEqual(readErrors(files));
          expect(alike(findingsOf(after).diagnostics, diagnostic), shown).toBeLessThan(
            alike(diagnostics, diagnostic),
          );
        }
      }),
      { numRuns: runs(60) },
    );
  });

  test('all together come to rest, and a second time there is nothing to do', () => {
    fc.assert(
      fc.property(broken, (files) => {
        let now = files;
        for (let round = 0; ; round++) {
          const { diagnostics, workspace } = findingsOf(now);
          const { texts: changed, applied } = applyFixes(workspace.sources, diagnostics, safety);
          if (applied.length === 0) break;
          const after: Files = { ...now, ...Object.fromEntries(changed) };
          const shown = JSON.stringify({ before: now, after }, null, 2);
          expect(round, shown).toBeLessThan(10);
          expect(after, shown).toEqual(spliced(now, applied));
          expect(readErrors(after), shown).toBeLessThanOrEqual(readErrors(now));
          now = after;
        }
      }),
      { numRuns: runs(60) },
    );
  });
});
