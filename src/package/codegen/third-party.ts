import path from 'node:path';
import { type BuildOptions, buildSync } from 'esbuild';
import { readFileSync, readdirSync } from 'node:fs';

/** A package with code in the bundles that we ship. */
interface ThirdParty {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly licenseText: string;
}

/** Licenses compatible with ours; any other needs a decision by a person. */
const allowed: ReadonlySet<string> = new Set([
  'MIT',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  '0BSD',
  'Apache-2.0',
]);

/** A bundle that we ship, and the modules that are not part of it. */
interface BundleEntry {
  readonly entryPoint: string;
  readonly external: readonly string[];
}

export const commandLineBundle: BundleEntry = { entryPoint: 'src/main.ts', external: [] };

/** The extension for VS Code: `npm run build:extension` makes it. */
export const extensionBundle: BundleEntry = {
  entryPoint: 'editors/vscode/src/extension.ts',
  external: ['vscode'],
};

/** Every package with a file in a bundle, by name. Throws for a license that is not allowed. */
export function thirdPartiesIn(root: string, { entryPoint, external }: BundleEntry): readonly ThirdParty[] {
  const options: BuildOptions & { metafile: true } = {
    absWorkingDir: root,
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'silent',
    external: [...external],
    define: { 'import.meta.dirname': '""' },
  };
  const { inputs } = buildSync({ ...options, entryPoints: [entryPoint] }).metafile;
  // A library in a file of its own is loaded by `require`, for which it may have other files than for an import.
  const libraries = Object.entries(inputs)
    .filter(([file]) => !packageFolder.test(file))
    .flatMap(([, { imports }]) => imports)
    .flatMap(({ path: file, original }) => (packageFolder.test(file) && original ? [original] : []));
  const contents = libraries.map((name) => `require('${name}');`).join('\n');
  const required = buildSync({ ...options, stdin: { contents, resolveDir: root } }).metafile.inputs;
  const folders = Object.keys({ ...inputs, ...required }).flatMap(
    (file) => packageFolder.exec(file)?.[0] ?? [],
  );
  return [...new Set(folders)].sort().map((folder) => thirdPartyIn(path.join(root, folder)));
}

const packageFolder = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;

function thirdPartyIn(folder: string): ThirdParty {
  const { name, version, license, author } = JSON.parse(
    readFileSync(path.join(folder, 'package.json'), 'utf8'),
  ) as { name: string; version: string; license: string; author?: string | { readonly name: string } };
  if (!allowed.has(license)) throw new Error(`${name} has the license ${license}, which is not allowed`);
  const file = readdirSync(folder).find((candidate) => /^licen[cs]e/i.test(candidate));
  const who = typeof author === 'object' ? author.name : (author ?? '').replace(/ *[<(].*$/, '');
  const licenseText =
    file === undefined ? standardText(name, license, who) : readFileSync(path.join(folder, file), 'utf8');
  return { name, version, license, licenseText: licenseText.replaceAll('\r\n', '\n').trim() };
}

/** A license text made from the metadata of a package that ships none. */
function standardText(name: string, license: string, who: string): string {
  const terms = standardTerms[license];
  if (terms === undefined) throw new Error(`${name} ships no text of its license (${license})`);
  return `Copyright (c) ${who}\n\n${terms}`;
}

const standardTerms: Readonly<Record<string, string>> = {
  ISC: `Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby granted, provided that the above copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT, INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF THIS SOFTWARE.`,
  MIT: `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`,
};

/** THIRD-PARTY-NOTICES.md. */
export function noticesText(parties: readonly ThirdParty[]): string {
  return [
    '<!-- Generated by `npm run generate` from what is in the bundles. -->',
    '',
    '# Third-party notices',
    '',
    `\`dist/\` holds code of ${parties.length} packages. These are their licenses.`,
    ...parties.flatMap(({ name, version, license, licenseText }) => [
      '',
      `## ${name} ${version}`,
      '',
      `License: ${license}`,
      '',
      '```text',
      licenseText,
      '```',
    ]),
    '',
  ].join('\n');
}

/** A software bill of materials: CycloneDX 1.5 as JSON, with equal bytes for equal packages. */
export function billOfMaterials(root: string, parties: readonly ThirdParty[]): string {
  const manifest = path.join(root, 'package.json');
  const { name, version, license } = JSON.parse(readFileSync(manifest, 'utf8')) as Record<string, string>;
  const component = (type: string, party: { name: string; version: string; license: string }): object => ({
    type,
    'bom-ref': purl(party),
    name: party.name,
    version: party.version,
    licenses: [{ license: { id: party.license } }],
    purl: purl(party),
  });
  const product = { name: name ?? '', version: version ?? '', license: license ?? '' };
  const bill = {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: component('application', product) },
    components: parties.map((party) => component('library', party)),
    dependencies: [
      { ref: purl(product), dependsOn: parties.map(purl) },
      ...parties.map((party) => ({ ref: purl(party) })),
    ],
  };
  return `${JSON.stringify(bill, undefined, 2)}\n`;
}

function purl({ name, version }: Pick<ThirdParty, 'name' | 'version'>): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}
