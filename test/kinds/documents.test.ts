/** A document of ours is spelled out once: a key that is added to its table is known everywhere else. */
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { createAjv } from '../../src/derive/schema/ajv.ts';
import { explainedDocument } from '../../src/derive/explain/example-document.ts';
import { documentFieldAt, fieldsOfDocument } from '../../src/derive/forms/fields.ts';
import { documentSchema } from '../../src/derive/schema/document-schema.ts';
import type { DocumentField, DocumentTable } from '../../src/kinds/documents/document-field.ts';
import { documentTables } from '../../src/kinds/documents/index.ts';
import { keyCandidates } from '../../src/lsp/completion/completion.ts';
import { schemaWalk } from '../../src/lsp/hover/hover.ts';
import type { Workspace } from '../../src/model/workspace/workspace.ts';
import { readTable, type StringValue } from '../../src/workspace/documents/read-table.ts';
import { readYaml } from '../../src/derive/yaml/read-yaml.ts';
import { orderOfDocument } from '../../src/edit/canonical/key-order.ts';

const added: DocumentField = {
  type: 'string',
  doc: 'Where it was asked for.',
  form: { pattern: '^T-[0-9]+$', is: 'a number of a ticket', rule: 'invalid-format', not: 'a ticket' },
  example: 'T-1',
};

describe.each(documentTables.map((table) => [table.name, table] as const))('%s', (_name, table) => {
  const grown: DocumentTable = { ...table, fields: { ...table.fields, ticket: added } };

  test('the schema has the key, in the place where the table has it', () => {
    const { properties } = documentSchema(grown) as { properties: Record<string, unknown> };
    expect(Object.keys(properties)).toEqual(Object.keys(grown.fields));
  });

  test('the reader takes a value and refuses one of another form', () => {
    expect(read('ticket: T-12', grown)).toEqual({ text: 'T-12', findings: [] });
    expect(read('ticket: 12x', grown)).toEqual({
      text: undefined,
      findings: ['invalid-format: `12x` is not a ticket'],
    });
    expect(read('ticket: T-12', table).findings.join()).toContain('unknown-field');
  });

  test('the shape lint, the order of keys and an editor know it', () => {
    expect(fieldsOfDocument(grown)['ticket']?.doc).toBe(added.doc);
    expect(orderOfDocument(grown.fields, undefined).keys).toContain('ticket');
    expect(documentFieldAt(grown.fields, ['ticket'])).toBe(added);
    const schema = documentSchema(grown);
    const offered = keyCandidates(schemaWalk(schema)(schema, []), {
      field: undefined,
      workspace: {} as Workspace,
      file: '',
    });
    expect(offered.find(({ label }) => label === 'ticket')?.doc).toBe(added.doc);
  });

  test('explain has it in its list and in its example, and the example fits', () => {
    const { schema, example } = explainedDocument({ ...grown, within: [] });
    expect(Object.keys(schema.properties as object)).toContain('ticket');
    expect(example).toMatchObject({ ticket: 'T-1' });
    // The placeholder that pages print is no lineage.
    const filled: unknown = JSON.parse(JSON.stringify(example).replace('<your-lineage>', randomUUID()));
    expect(createAjv({ strict: false }).validate(schema, filled)).toBe(true);
  });
});

function read(
  text: string,
  table: DocumentTable,
): { readonly text: string | undefined; readonly findings: readonly string[] } {
  const { documents } = readYaml({ path: 'one.yaml', text });
  const [document] = documents;
  if (document?.root === undefined) throw new Error('nothing was read');
  const optional = Object.entries(table.fields).map(([key, field]) => {
    const { required: _, ...rest } = field;
    return [key, rest];
  });
  const diagnostics: { readonly rule: string; readonly message: string }[] = [];
  const reading = { source: document.source, diagnostics: diagnostics as never };
  const values = readTable(reading, document.root, {
    ...table,
    fields: Object.fromEntries(optional) as DocumentTable['fields'],
  });
  const findings = diagnostics.map(({ rule, message }) => `${rule}: ${message}`);
  return { text: (values['ticket'] as StringValue | undefined)?.text, findings };
}

test('no list in the sources names the keys or the words of these documents again', () => {
  const keys = documentTables.map(({ name, fields }) => [name, new Set(Object.keys(fields))] as const);
  const words = documentTables.flatMap(({ name, fields }) =>
    Object.entries(fields).flatMap(([key, field]) => wordsIn(`${name}.${key}`, field)),
  );
  const again = sources().flatMap((file) =>
    listsIn(file).flatMap((list) =>
      [...keys, ...words]
        .filter(([, known]) => new Set(list).size > known.size / 2 && list.every((one) => known.has(one)))
        .map(([name]) => `${file}: ${list.join(', ')} (${name})`),
    ),
  );
  expect(again).toEqual([]);
});

function wordsIn(path: string, field: DocumentField): readonly (readonly [string, ReadonlySet<string>])[] {
  if (field.type === 'word') return field.values.length < 2 ? [] : [[path, new Set(field.values)]];
  if (field.type === 'group')
    return Object.entries(field.fields).flatMap(([key, inner]) => wordsIn(`${path}.${key}`, inner));
  // The kinds of the API are a list of their own, which a plan orders as it needs.
  if (field.type !== 'list' || field.item.called === 'kind') return [];
  return wordsIn(path, field.item);
}

function sources(): readonly string[] {
  return readdirSync('src', { recursive: true, encoding: 'utf8' })
    .map((file) => path.posix.join('src', file.split(path.sep).join('/')))
    .filter((file) => /(?<!\.gen)\.ts$/.test(file) && !file.startsWith('src/kinds/'));
}

/** The lists of two strings and more. */
function listsIn(file: string): readonly (readonly string[])[] {
  const found: string[][] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isArrayLiteralExpression(node)) {
      const texts = node.elements.flatMap((one) => (ts.isStringLiteral(one) ? [one.text] : []));
      if (texts.length > 1 && texts.length === node.elements.length) found.push(texts);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest));
  return found;
}
