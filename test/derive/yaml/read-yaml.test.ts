import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Diagnostic } from '../../../src/model/diagnostic.ts';
import type { DocumentNode } from '../../../src/model/document.ts';
import { lineColumn } from '../../../src/text/line-column.ts';
import { readYaml } from '../../../src/derive/yaml/read-yaml.ts';

interface Case {
  readonly name: string;
  readonly text: string;
  readonly diagnostics?: readonly string[];
  readonly related?: readonly string[];
  readonly value?: unknown;
  readonly values?: readonly unknown[];
  readonly comments?: readonly string[];
}

const cases = parse(readFileSync(new URL('yaml-cases.yaml', import.meta.url), 'utf8')) as readonly Case[];

describe('reads texts into documents', () => {
  test.each(cases)('$name', ({ text, diagnostics = [], related = [], value, values, comments = [] }) => {
    const read = readYaml({ path: 'case.yaml', text });
    expect(read.diagnostics.map(({ rule, message, place }) => `${at(place)} ${rule}: ${message}`)).toEqual(
      diagnostics,
    );
    expect(read.diagnostics.flatMap(relatedOf)).toEqual(related);
    const roots = read.documents.map(({ root }) => (root === undefined ? null : valueOf(root)));
    expect(roots).toEqual(values ?? [value ?? null]);
    const found = read.documents.flatMap((document) => document.comments.map((comment) => comment.text));
    if (comments.length > 0) expect(found).toEqual(comments);
  });
});

describe('texts that are refused before they are expensive', () => {
  const hostile: readonly [string, string, string][] = [
    ['nesting in flow', '['.repeat(1_000_000), '1:65 yaml-limit: nested more than 64 deep'],
    ['nesting in blocks', '- '.repeat(500_000), '1:129 yaml-limit: nested more than 64 deep'],
    ['keys', lines(5001, (i) => `k${i}: v`), '5001:1 yaml-limit: more than 5000 keys in one map'],
    ['items', lines(20_001, () => '- v'), '20001:3 yaml-limit: more than 20000 items in one list'],
    ['documents', 'a: b\n---\n'.repeat(100_000), '10000:1 yaml-limit: more than 5000 documents in one file'],
    ['commas', `[${','.repeat(1_000_000)}`, 'yaml-limit: more than 200000 words and marks in one file'],
    ['mistakes', ']'.repeat(1_000_000), '1:1 yaml-syntax: `]` is not expected here'],
    [
      'empty lines',
      `a: &x |\n  b\n${'\n'.repeat(500_000)}${' #\n'.repeat(150_000)}`,
      '1003:1 yaml-limit: more than 1000 empty lines or comments in a row',
    ],
    [
      'aliases',
      `a: &x [${'1,'.repeat(99)}1]\nb: [${'*x,'.repeat(100)}*x]`,
      '2:302 yaml-alias-bomb: the aliases of this file expand to more than 10000 values',
    ],
    [
      'doubling aliases',
      lines(40, (i) => `a${i}: &a${i} [${i === 0 ? '1' : `*a${i - 1},*a${i - 1}`}]`),
      'yaml-alias-bomb',
    ],
  ];

  test.each(hostile)('%s', (_name, text, expected) => {
    const { diagnostics } = readYaml({ path: 'case.yaml', text });
    const [first] = diagnostics;
    expect(`${at(first!.place)} ${first!.rule}: ${first!.message}`).toContain(expected);
    expect(diagnostics.length).toBeLessThan(5);
  });
});

function lines(count: number, line: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => `${line(index)}\n`).join('');
}

function relatedOf({ related }: Diagnostic): readonly string[] {
  return related.map(({ place, label }) => `${at(place)} ${label}`);
}

function at({ source, start }: Diagnostic['place']): string {
  const { line, column } = lineColumn(source, start);
  return `${line}:${column}`;
}

function valueOf(node: DocumentNode): unknown {
  if (node.type === 'scalar') return typeof node.value === 'bigint' ? `${node.value}n` : node.value;
  if (node.type === 'list') return node.items.map(valueOf);
  return Object.fromEntries(node.entries.map(({ key, value }) => [String(key.value), valueOf(value)]));
}
