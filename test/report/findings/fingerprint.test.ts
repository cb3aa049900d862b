import { describe, expect, test } from 'vitest';
import { fingerprints } from '../../../src/report/findings/lint-lines.ts';
import { resultOf, type FormatCase } from './result-of.ts';

type Found = FormatCase['diagnostics'][number];

const path = 'resources/a.yaml';

function prints(
  text: string,
  found: readonly Partial<Found>[],
  more: Partial<FormatCase> = {},
): readonly string[] {
  const diagnostics = found.map((one): Found => ({
    rule: 'a-rule',
    severity: 'error',
    message: 'x',
    at: { path, text: 'here' },
    ...one,
  }));
  return fingerprints(resultOf({ files: { [path]: text }, diagnostics, ...more }), more.folder);
}

const named = { address: 'endpoint/a', pointer: ['spec', 'url'] } as const;

describe('a fingerprint', () => {
  const [first = ''] = prints('url: here\n', [named]);
  const [byLine = ''] = prints('url: here\n', [{}]);

  test('is the same in every run and version', () => {
    expect(first).toBe('646337b57f7b0b929f46ace362770514');
    expect(byLine).toBe('4e82bb100e168f99e99dc90f19d77007');
  });
  test('stays when lines move, values change and words are mended', () => {
    expect(prints('# a comment\n\nurl: here, elsewhere\n', [{ ...named, message: 'y', why: 'z' }])).toEqual([
      first,
    ]);
    expect(prints('# a comment\n\n    url: here\n', [{ message: 'y' }])).toEqual([byLine]);
  });
  test('without an address is that of the line', () => {
    expect(prints('url: here, elsewhere\n', [{}])).not.toEqual([byLine]);
    expect(prints('url: here\n', [{ address: 'endpoint/a' }])).not.toEqual([byLine]);
  });
  test('holds the rule, the file, its folder in the repository, the address and the pointer', () => {
    const elsewhere = { files: { 'b.yaml': 'url: here\n' } };
    const others = [
      ...prints('url: here\n', [{ ...named, rule: 'b-rule' }]),
      ...prints('', [{ ...named, at: { path: 'b.yaml', text: 'here' } }], elsewhere),
      ...prints('url: here\n', [named], { folder: 'infra/' }),
      ...prints('url: here\n', [{ ...named, address: 'endpoint/b' }]),
      ...prints('url: here\n', [{ ...named, pointer: ['spec', 'metadata'] }]),
      ...prints('url: here\n', [{ ...named, pointer: ['spec/url'] }]),
    ];
    expect(new Set([first, byLine, ...others]).size).toBe(others.length + 2);
  });
  test('is one for each of several that are alike', () => {
    const [one, two, three] = prints('url: here\n', [named, {}, named]);
    expect(one).toBe(first);
    expect(two).toBe(byLine);
    expect(new Set([one, two, three]).size).toBe(3);
    expect(prints('x: 1\nurl: here\n', [named, {}, named])).toEqual([one, two, three]);
  });
  test('tells nothing of a secret on the line', () => {
    const line = (secret: string): readonly string[] =>
      prints(`url: here ${secret} and more\n`, [{}], { secrets: [{ path, text: secret }] });
    expect(line('hunter2')).toEqual(line('correct horse'));
    expect(line('hunter2')).not.toEqual(prints('url: here hunter2 and more\n', [{}]));
  });
});
