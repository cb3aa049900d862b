import { expect, test } from 'vitest';
import { plainValue } from '../../src/derive/schema/plain-value.ts';
import { readYaml } from '../../src/derive/yaml/read-yaml.ts';
import { inlineYaml } from '../../src/edit/printed.ts';
import { yamlText } from '../../src/report/text/yaml.ts';

const characters = [
  '\u0000',
  '\u0007',
  '\r',
  '\u007f',
  '\u0085',
  '\u009f',
  '\u2028',
  '\u2029',
  '\ufeff',
  '\ufffe',
];

test.each(characters)('what is written with %j is read again', (character) => {
  const value = { note: `a${character}b`, [`k${character}`]: [`${character}c\n d`] };
  for (const text of [yamlText(value), `${inlineYaml(value)}\n`]) {
    const { documents, diagnostics } = readYaml({ path: 'a.yaml', text });
    expect(diagnostics).toEqual([]);
    const [root] = documents.map((document) => document.root);
    expect(root === undefined ? undefined : plainValue(root)).toEqual(value);
  }
});
