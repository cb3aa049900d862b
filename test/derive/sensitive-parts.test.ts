import { expect, test } from 'vitest';
import { sensitiveParts, variablesInSecrets } from '../../src/derive/secrets/sensitive-parts.ts';
import { readYaml } from '../../src/derive/yaml/read-yaml.ts';

test.each([
  ['notify: [{ url: https://hooks.example.com/T0 }]', ['https://hooks.example.com/T0']],
  ['notify: { url: https://hooks.example.com/T0 }', ['https://hooks.example.com/T0']],
  ['notify: [{ url: $(secret:HOOK) }]', []],
  ['spec: { oauth: { client_secret: 12345678 } }', ['12345678']],
])('%s', (text, parts) => {
  const source = { path: 'edgewright.yaml', text };
  const found = sensitiveParts(source, readYaml(source).documents);
  expect(new Set(found.map(({ start, end }) => text.slice(start, end)))).toEqual(new Set(parts));
});

test('a number in a secret field names no variable', () => {
  const text = 'spec: { oauth: { client_secret: 12345678 }, webhook_verification: { secret: $(hook) } }';
  const [document] = readYaml({ path: 'a.yaml', text }).documents;
  const names = new Set<string>();
  variablesInSecrets(document!.root!, names);
  expect([...names]).toEqual(['hook']);
});
