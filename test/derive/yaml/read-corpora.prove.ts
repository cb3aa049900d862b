import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { rules } from '../../../src/lint/rules.ts';
import { readQuickly } from '../../../src/derive/yaml/read-yaml.ts';
import { readThoroughly } from '../../../src/derive/yaml/read-yaml-thorough.ts';

interface Text {
  readonly name: string;
  readonly text: string;
}

const root = path.join(import.meta.dirname, '../../..');
const { routeFile } = (await import(path.join(root, 'test/bench/corpus.mjs'))) as {
  readonly routeFile: (index: number) => string;
};

function filesBelow(folder: string, names: RegExp): readonly Text[] {
  return readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && names.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((file) => ({ name: path.relative(root, file), text: readFileSync(file, 'utf8') }));
}

/** The YAML blocks of a page. */
function snippetsOf({ name, text }: Text): readonly Text[] {
  return [...text.matchAll(/^```ya?ml[^\n]*\n(.*?)^```/gms)].map(([, inner = ''], index) => ({
    name: `${name} (${index})`,
    text: inner,
  }));
}

// The pages of rules show the examples of the rules, and the mistakes that the quick reader leaves to the library.
const pages = filesBelow('docs', /\.md$/).filter(
  ({ name }) => !['rules', 'site'].some((folder) => name.startsWith(path.join('docs', folder))),
);
const readme = { name: 'README.md', text: readFileSync(path.join(root, 'README.md'), 'utf8') };

/** YAML as users write it. */
const everyday: readonly Text[] = [
  ...filesBelow('examples', /\.ya?ml$/),
  ...[readme, ...pages].flatMap(snippetsOf),
  ...rules.map(({ id, good }) => ({ name: `${id} (good)`, text: good })),
  ...Array.from({ length: 200 }, (_, index) => ({ name: `route ${index}`, text: routeFile(index) })),
];

const any: readonly Text[] = [
  ...everyday,
  ...filesBelow('test', /\.ya?ml$/),
  ...rules.map(({ id, bad }) => ({ name: `${id} (bad)`, text: bad })),
];

function quickly({ name, text }: Text): ReturnType<typeof readThoroughly>['documents'] | undefined {
  return readQuickly({ path: name, text });
}

describe('the quick reader', () => {
  test('reads every file of the corpora as the library does, or leaves it to the library', () => {
    let count = 0;
    for (const one of any) {
      const quick = quickly(one);
      if (quick === undefined) continue;
      count++;
      const { documents, diagnostics } = readThoroughly({ path: one.name, text: one.text });
      expect(diagnostics, one.name).toEqual([]);
      expect(quick, one.name).toEqual(documents);
    }
    expect(count).toBeGreaterThan(1_000);
  });

  test('leaves no more than one in forty everyday files to the library', () => {
    const left = everyday.filter((one) => quickly(one) === undefined).map(({ name }) => name);
    expect(left.length, left.join('\n')).toBeLessThan(everyday.length / 40);
  });
});
