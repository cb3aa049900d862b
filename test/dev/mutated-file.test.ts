/**
 * Each value of edgewright.dev.yaml is replaced by a value of another type, or left out: the file is read, or refused
 * with an error that names it. Lint and plan do not read it.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readDevSettings } from '../../src/commands/dev/dev-settings.ts';
import { explainedDocument } from '../../src/derive/explain/example-document.ts';
import { devFile, devFileKeys } from '../../src/kinds/documents/dev-file.ts';
import { UserError } from '../../src/model/errors.ts';
import type { Io } from '../../src/model/io.ts';
import type { JsonObject } from '../../src/model/value.ts';
import type { Environment } from '../../src/model/workspace/environment.ts';
import { mutated, placesIn, replacements, textOf } from '../documents/mutants.ts';

const root = mkdtempSync(path.join(tmpdir(), 'edgewright-dev-file-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
writeFileSync(path.join(root, 'keys.json'), '{ "keys": [] }');

const edge = { target: 'https-edge', name: 'https-edge/main', id: 'edghts_1' } as const;
const environment = { name: 'production', ids: new Map([[edge.name, edge]]) } as unknown as Environment;

const whole = explainedDocument(devFile).whole as JsonObject;

/** The exit code of an error, and whether it names the file; undefined if the text is read. */
function refusalOf(text: string): { readonly exit: number; readonly isNamed: boolean } | undefined {
  writeFileSync(path.join(root, 'edgewright.dev.yaml'), text);
  try {
    readDevSettings({ cwd: root } as Io, { root, environment, secrets: {} }, {});
    return undefined;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { exit: error.exitCode, isNamed: error.message.includes('edgewright.dev.yaml') };
  }
}

test('the whole file has every key, and is read', () => {
  expect(Object.keys(whole)).toEqual([...devFileKeys, 'environments']);
  expect(refusalOf(textOf(whole))).toBeUndefined();
});

test.each(placesIn(whole).map((place) => [place.join('.'), place] as const))(
  'another value at "%s" is read or refused',
  (_, place) => {
    const [key = ''] = place;
    const isEntry = place.length === 2 && ['upstreams', 'hosts', 'key_sets'].includes(String(key));
    for (const what of Object.keys(replacements)) {
      const document = mutated(whole, place, what);
      const refusal = refusalOf(document === undefined ? '' : textOf(document));
      if (refusal !== undefined) expect([what, refusal]).toEqual([what, { exit: 64, isNamed: true }]);
      else if (isEntry) expect(what).toBe('left out');
    }
  },
);
