/* docs/reference/settings.md as a reader sees it; that it is current is tested with the other generated files. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { allSubjects } from '../../src/derive/explain/explain-document.ts';
import { explainedDocuments } from '../../src/derive/explain/example-document.ts';
import { repository } from './page.ts';

const page = readFileSync(path.join(repository, 'docs/reference/settings.md'), 'utf8');
const sections = new Map(
  page.split(/^## /m).map((text) => [text.slice(0, text.indexOf('\n')), text] as const),
);

interface Entry {
  readonly key: string;
  readonly meaning: string;
  readonly type: string;
  readonly example: string | undefined;
}

/** The keys of a document, each under a heading of its own. */
function entriesOf(name: string, section: string): readonly Entry[] {
  return section
    .split(/^### `/m)
    .slice(1)
    .map((text) => {
      const [heading = '', , meaning = '', , facts = ''] = text.split('\n');
      return {
        key: heading.slice(name.length + 1, -1).replaceAll('[]', ''),
        meaning,
        type: /^Type: (.+?)\.(?: |$)/.exec(facts)?.[1] ?? '',
        example: /Example: `+ ?(.*?) ?`+\.$/.exec(facts)?.[1],
      };
    });
}

test('each heading has an address of its own', () => {
  const addresses = [...page.matchAll(/^#+ (.*)$/gm)].map(([, text = '']) => text.replaceAll(/[^\w -]/g, ''));
  expect(addresses.filter((each, at) => addresses.indexOf(each) !== at)).toEqual([]);
});

describe.each(explainedDocuments)('$name', ({ name, example }) => {
  const section = sections.get(name) ?? '';
  const entries = entriesOf(name, section);

  test('has a heading for every key that `explain` knows, with its meaning and type', () => {
    const keys = allSubjects()
      .filter((subject) => subject.startsWith(`${name}.`))
      .map((subject) => subject.slice(name.length + 1));
    expect(entries.map(({ key }) => key)).toEqual(expect.arrayContaining(keys));
    expect(entries.filter(({ meaning, type }) => meaning === '' || type === '')).toEqual([]);
  });

  test('shows a whole example, and of each key the value it has there', () => {
    const [, block = ''] = /^```yaml\n([\s\S]*?)^```$/m.exec(section) ?? [];
    expect(parse(block)).toEqual(example);
    for (const { key, example: shown } of entries)
      if (shown !== undefined) expect(values(example), key).toContainEqual(parse(shown));
  });
});

/** A value, and all values inside it. */
function values(value: unknown): readonly unknown[] {
  return typeof value === 'object' && value !== null
    ? [value, ...Object.values(value).flatMap(values)]
    : [value];
}
