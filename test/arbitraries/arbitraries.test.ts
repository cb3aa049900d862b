import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { kindNames, kinds } from '../../src/kinds/index.ts';
import type { KindName } from '../../src/kinds/kind.ts';
import { writableFields } from '../../src/derive/forms/fields.ts';
import { validateBody, validateDocument, type DocumentName } from '../../src/derive/schema/validate.ts';
import type { JsonObject } from '../../src/model/value.ts';
import { arbitrarySpec, mutateSpec } from './spec.ts';
import { workspaceFiles } from './workspace-files.ts';
import { arbitraryWorkspace, vocabulary } from './workspace.ts';
import { runs } from '../runs.ts';

/** The body of an operation for a spec without expressions. */
function bodyOf(kind: KindName, operation: 'create' | 'update', spec: JsonObject): JsonObject {
  const names = writableFields(kinds[kind].fields, operation).map(([name]) => name);
  return Object.fromEntries(Object.entries(spec).filter(([name]) => names.includes(name)));
}

const texts = { ...vocabulary, policies: 'text' } as const;

describe.each(kindNames)('generated specs of %s', (kind) => {
  test('have the shape of a file and of a body', () => {
    fc.assert(
      fc.property(arbitrarySpec(kind, vocabulary), arbitrarySpec(kind, texts), (spec, plain) => {
        expect(validateDocument(kind, { kind, name: 'x', spec })).toEqual([]);
        expect(validateBody(kind, 'create', bodyOf(kind, 'create', plain))).toEqual([]);
        if (kinds[kind].operations.update === undefined) return;
        expect(validateBody(kind, 'update', bodyOf(kind, 'update', plain))).toEqual([]);
      }),
      { numRuns: runs(300) },
    );
  });

  test('show every writable field sooner or later', () => {
    const seen = new Set(
      fc.sample(arbitrarySpec(kind, vocabulary), 300).flatMap((spec) => Object.keys(spec)),
    );
    const all = Object.entries(kinds[kind].fields).filter(([, field]) => field.readOnly !== true);
    expect([...seen].sort()).toEqual(all.map(([name]) => name).sort());
  });

  test('change in one field and stay valid', () => {
    const pair = arbitrarySpec(kind, texts).chain((spec) =>
      mutateSpec(kind, spec, texts).map((mutation) => ({ spec, mutation })),
    );
    fc.assert(
      fc.property(pair, ({ spec, mutation }) => {
        const differs = (name: string): boolean =>
          JSON.stringify(spec[name]) !== JSON.stringify(mutation.spec[name]);
        const changed = [...new Set([...Object.keys(spec), ...Object.keys(mutation.spec)])].filter(differs);
        expect(changed).toEqual([mutation.field]);
        expect(validateBody(kind, 'create', bodyOf(kind, 'create', mutation.spec))).toEqual([]);
      }),
      { numRuns: runs(200) },
    );
  });
});

test('generated workspaces are files of the right shape, and no two objects claim the same', () => {
  fc.assert(
    fc.property(arbitraryWorkspace(), (workspace) => {
      for (const [path, text] of Object.entries(workspaceFiles(workspace))) {
        if (!path.endsWith('.yaml')) continue;
        for (const document of parseAllDocuments(text, { schema: 'core' })) {
          expect(document.errors).toEqual([]);
          const value: unknown = document.toJS();
          expect(validateDocument(nameOf(path, value), value), `${path}\n${text}`).toEqual([]);
        }
      }
      const claims = workspace.resources.flatMap(({ spec }) =>
        [spec['url'], spec['match'], spec['hostports']].flat(),
      );
      const made = claims.filter((claim) => claim !== undefined);
      expect(new Set(made).size).toBe(made.length);
    }),
    { numRuns: runs(200) },
  );
});

function nameOf(path: string, value: unknown): DocumentName {
  if (path === 'edgewright.yaml') return 'settings';
  return path.startsWith('environments/') ? 'environment' : (value as { kind: DocumentName }).kind;
}
