/** The package's notices of other packages, compared with the contents of dist/. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from './shipped.ts';

const read = (name: string): string => readFileSync(path.join(root, name), 'utf8');
const bill = JSON.parse(read('sbom.cdx.json')) as {
  readonly components: readonly { readonly name: string; readonly version: string }[];
};
const listed = bill.components.map(({ name, version }) => `${name} ${version}`);

test('each package in a bundle is listed', () => {
  const files = readdirSync(path.join(root, 'dist'), { recursive: true, encoding: 'utf8' });
  const texts = files.filter((name) => name.endsWith('.cjs')).map((name) => read(path.join('dist', name)));
  // esbuild names the modules that it wraps; each file of dist/vendor is a package by itself.
  const wrapped = texts.flatMap((text) =>
    [...text.matchAll(/"(?:[^"]*\/)?node_modules\/((?:@[^/"]+\/)?[^/"]+)\//g)].map(([, name = '']) => name),
  );
  const vendored = files.flatMap((name) => /^vendor[\\/](.*)\.cjs$/.exec(name)?.[1] ?? []);
  const names = bill.components.map(({ name }) => name);
  const isListed = (file: string): boolean =>
    names.some((name) => file.startsWith(name.replace('@', '').replace('/', '-')));
  expect(wrapped.length).toBeGreaterThan(20);
  expect([...new Set(wrapped)].filter((name) => !names.includes(name))).toEqual([]);
  expect(vendored.length).toBeGreaterThan(5);
  expect(vendored.filter((name) => !isListed(name))).toEqual([]);
});

test('each listed package is installed in that version, and its license is in the notices', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as {
    readonly packages: Readonly<Record<string, { readonly version?: string }>>;
  };
  const installed = Object.entries(packages).map(
    ([place, { version = '' }]) => `${place.replace(/^.*node_modules\//, '')} ${version}`,
  );
  expect(listed.filter((one) => !installed.includes(one))).toEqual([]);
  const headings = [...read('THIRD-PARTY-NOTICES.md').matchAll(/^## (.*)$/gm)].map(([, title]) => title);
  expect(headings).toEqual(listed);
});

test('the package contains both lists', () => {
  const { files } = JSON.parse(read('package.json')) as { readonly files: readonly string[] };
  expect(files).toEqual(expect.arrayContaining(['THIRD-PARTY-NOTICES.md', 'sbom.cdx.json', 'dist']));
});
