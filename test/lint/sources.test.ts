/* Every rule has a source that a reader can open: a section of docs/api-notes.md. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { kindNames, kinds } from '../../src/kinds/index.ts';
import { rules } from '../../src/lint/rules.ts';
import { apiNotes } from '../../src/kinds/api-notes.ts';

const page = readFileSync(new URL('../../docs/api-notes.md', import.meta.url), 'utf8');

/** The sections by their anchor, with their text. */
const sections = new Map(
  page
    .split(/^### /m)
    .slice(1)
    .map((section) => {
      const [title = '', ...text] = section.split('\n');
      return [title.toLowerCase().replaceAll(' ', '-'), { title, text: text.join('\n') }] as const;
    }),
);

test('every note is a section of the page, with the same title', () => {
  for (const [anchor, title] of Object.entries(apiNotes))
    expect(sections.get(anchor)?.title, anchor).toBe(title);
});

test('every section is the source of a rule, of a kind or of a module, or states a fact', () => {
  const modules = kindNames.flatMap((name) =>
    Object.values(kinds[name].fields).flatMap((field) =>
      field.type === 'module' ? [field.module.note] : [],
    ),
  );
  const used = new Set<string>([
    ...rules.map(({ source }) => source),
    ...kindNames.map((name) => kinds[name].note),
    ...modules,
  ]);
  const idle = [...sections].filter(([anchor]) => !used.has(anchor));
  for (const [anchor, { text }] of idle) expect(text, anchor).toMatch(/^- (?:Documented|Assumed): /m);
  expect(Object.keys(apiNotes).filter((anchor) => !used.has(anchor))).toEqual([]);
});

test('a rule with a documented source has a section that states it as documented', () => {
  const documented = rules.filter(({ isMust }) => isMust);
  for (const { id, source } of documented) expect(sections.get(source)?.text, id).toContain('- Documented');
});

test('the why of a rule is one sentence, without a citation that a reader cannot open', () => {
  for (const { id, why } of rules) {
    expect(why, id).not.toMatch(/\bAPI \d|DESIGN|SPEC-GAPS|\bhouse\b|of this shape/);
    expect(why, id).toMatch(/\.$/);
    expect(why.replaceAll(/`[^`]*`/g, ''), id).not.toMatch(/\. /);
  }
});
