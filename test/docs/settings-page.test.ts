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

interface Row {
  readonly key: string;
  readonly cells: readonly string[];
}

function rowsOf(section: string): readonly Row[] {
  return [...section.matchAll(/^\| `([^`]+)` \|(.*)\|$/gm)].map(([, key = '', rest = '']) => ({
    key: key.replaceAll('[]', ''),
    cells: rest.split(/(?<!\\)\|/).map((cell) => cell.trim()),
  }));
}

describe.each(explainedDocuments)('$name', ({ name, example }) => {
  const section = sections.get(name) ?? '';
  const rows = rowsOf(section);

  test('has a row for every key that `explain` knows, with its type and meaning', () => {
    const keys = allSubjects()
      .filter((subject) => subject.startsWith(`${name}.`))
      .map((subject) => subject.slice(name.length + 1));
    expect(rows.map(({ key }) => key)).toEqual(expect.arrayContaining(keys));
    expect(rows.filter(({ cells }) => cells.length !== 4 || cells[0] === '' || cells[2] === '')).toEqual([]);
  });

  test('shows a whole example, and of each key the value it has there', () => {
    const [, block = ''] = /^```yaml\n([\s\S]*?)^```$/m.exec(section) ?? [];
    expect(parse(block)).toEqual(example);
    for (const { key, cells } of rows) {
      const [, shown] = /^`+ ?(.*?) ?`+$/.exec(cells[3] ?? '') ?? [];
      if (shown !== undefined)
        expect(values(example), key).toContainEqual(parse(shown.replaceAll('\\|', '|')));
    }
  });
});

/** A value, and all values inside it. */
function values(value: unknown): readonly unknown[] {
  return typeof value === 'object' && value !== null
    ? [value, ...Object.values(value).flatMap(values)]
    : [value];
}
