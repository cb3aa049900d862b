/** Whatever reports something names a rule: one that is not there has no severity, no `explain`, and no suppression. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { rules } from '../../src/lint/rules.ts';

const source = new URL('../../src/', import.meta.url);
const folders = [
  'derive/yaml',
  'kinds/documents',
  'workspace',
  'lint/engine',
  'lint/shape',
  'lint/baseline',
  'lint/policy',
];
const files = folders.flatMap((folder) =>
  readdirSync(new URL(folder, source), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.gen.ts'))
    .map((name) => ({
      name: `${folder}/${name}`,
      text: readFileSync(new URL(`${folder}/${name}`, source), 'utf8'),
    })),
);
const id = String.raw`'([a-z0-9]+(?:-[a-z0-9]+)+)'`;
/**
 * `problem('id'`, `report(reading, 'id'`, `rule: 'id'`, `rule = isSo ? 'id' : 'id'`, `return 'id'` of a `…: string`.
 */
const patterns = [
  new RegExp(String.raw`\b(?:problem|refuse)\(\s*${id}`, 'g'),
  new RegExp(String.raw`\b(?:report|reportHere)\(\s*\w+,\s*${id}`, 'g'),
  new RegExp(String.raw`\brule\??\s*[:=][^,;\n]*?${id}(?:\s*:\s*${id})?`, 'g'),
  new RegExp(String.raw`\bRule\(\s*${id}`, 'g'),
];

function mentioned(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { name, text } of files) {
    for (const pattern of patterns)
      for (const [, ...ids] of text.matchAll(pattern))
        for (const one of ids as (string | undefined)[]) if (one !== undefined) found.set(one, name);
  }
  return found;
}

test('every id that can be reported is a rule', () => {
  const known = new Set(rules.map((rule) => rule.id));
  expect([...mentioned()].filter(([one]) => !known.has(one))).toEqual([]);
});

test('every rule that others report is reported somewhere', () => {
  const ids = mentioned();
  const reported = rules.filter(({ scope }) => scope === 'reported').map((rule) => rule.id);
  // Some ids stand in tables; a rule that no file of these folders names at all would never be found.
  const texts = files.map(({ text }) => text).join('\n');
  expect(reported.filter((one) => !ids.has(one) && !texts.includes(`'${one}'`))).toEqual([]);
});

test('findings that keep a workspace from being read or compiled cannot be silenced', () => {
  const binding = rules.filter(
    (rule) =>
      rule.scope === 'reported' &&
      (rule.by === 'reader' || rule.by === 'compiler') &&
      rule.severity.minimal === 'error',
  );
  expect(binding.filter(({ ignorable }) => ignorable !== false).map((rule) => rule.id)).toEqual([]);
});
