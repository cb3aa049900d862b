import { describe, expect, test } from 'vitest';
import { fieldsOf, writableFields } from '../../src/derive/forms/fields.ts';
import type { Field, Fields, Module } from '../../src/kinds/field.ts';
import { kindNames, kinds } from '../../src/kinds/index.ts';
import type { Kind, KindName } from '../../src/kinds/kind.ts';
import { hasApiType } from './api-type.ts';
import { problemOf, type Home } from './home.ts';
import { cell, rowsOf, sections } from './read-tables.ts';
import type { Operation } from '../../src/kinds/operation.ts';

/**
 * Walks the API's own tables (a copy of sections 2.2 to 2.9, 4 and 8) and asks of each row where the kinds hold it.
 * A row without a field fails, and so does a field of ours that the API does not know.
 */

function readName(name: string, field: Field): string {
  return field.readAs ?? name;
}

describe.each([
  ['2.2', 'endpoint'],
  ['2.4', 'tls-edge'],
  ['2.5', 'https-route'],
] as const)('%s, the fields of %s', (section, kind) => {
  const fields = kinds[kind].fields;
  const rows = rowsOf(section);

  test.each(rows.map((row) => [cell(row, 'Field'), row] as const))('%s', (name, row) => {
    const field = fields[name];
    expect(field, name).toBeDefined();
    expect(hasApiType(field!, cell(row, 'Type')), cell(row, 'Type')).toBe(true);
    const bytes = /max (\d+) bytes/.exec(cell(row, 'Meaning'))?.[1];
    expect(field!.type === 'string' ? field!.maxBytes : undefined).toBe(
      bytes === undefined ? undefined : Number(bytes),
    );
    if (cell(row, 'Meaning').includes('RFC 3339')) expect(field).toMatchObject({ form: 'timestamp' });
    const values = cell(row, 'Meaning').match(/(?<=`)[\w]+(?=`)/g);
    if (values !== null && field!.type === 'string')
      expect(field!.readValues ?? field!.values).toEqual(values);
  });

  test('no field is ours alone', () => {
    expect(Object.keys(fields).sort()).toEqual(rows.map((row) => cell(row, 'Field')).sort());
  });
});

test('2.3, the endpoint list', () => {
  expect(rowsOf('2.3').map((row) => cell(row, 'Field'))).toEqual([
    kinds.endpoint.operations.list?.items,
    'uri',
    'next_page_uri',
  ]);
  const homes: readonly Home[] = [
    { export: 'listPage', of: 'src/server/objects/page-of-list.ts' },
    { export: 'listPages', of: 'src/remote/api/list-pages.ts' },
    { case: 'next_page_uri: null', of: 'test/server/cases/paging.yaml' },
  ];
  expect(homes.map(problemOf)).toEqual(homes.map(() => undefined));
});

const modules = new Map<string, Module>(
  Object.values(kinds)
    .flatMap((kind) => Object.values(kind.fields))
    .flatMap((field) => (field.type === 'module' ? [[field.module.shape, field.module]] : [])),
);

/** `enabled; backend (Ref)` -> name and type; the type is empty where the table leaves it out. */
function listed(text: string): readonly (readonly [string, string])[] {
  const plain = text
    .replace(/\(the read-only .*$/, '')
    .replace(/plus the read-only fields (.*) \(all string\)/, (_, names: string) =>
      names.replaceAll(/(\w+)/g, '$1 (string)').replaceAll(',', ';'),
    );
  return plain.split(';').map((part) => {
    const match = /^\s*(\w+)\s*(?:\(([^)]*)\))?/.exec(part);
    return [match?.[1] ?? '', match?.[2] ?? ''] as const;
  });
}

describe('2.7, the read form of the modules', () => {
  test.each(rowsOf('2.7').map((row) => [cell(row, 'Module'), cell(row, 'Fields')] as const))(
    '%s',
    (shape, text) => {
      const module = modules.get(shape);
      expect(module).toBeDefined();
      const ours = Object.entries(module!.fields).map(
        ([name, field]) => [readName(name, field), field] as const,
      );
      expect(ours.map(([name]) => name).sort()).toEqual(
        listed(text)
          .map(([name]) => name)
          .sort(),
      );
      for (const [name, type] of listed(text)) {
        if (type !== '') expect(hasApiType(new Map(ours).get(name)!, type), `${name} ${type}`).toBe(true);
      }
    },
  );

  test('no module is ours alone', () => {
    expect([...modules.keys()].sort()).toEqual(
      rowsOf('2.7')
        .map((row) => cell(row, 'Module'))
        .sort(),
    );
  });
});

describe('2.8, the write form of the modules', () => {
  const rows = rowsOf('2.8').map(
    (row) => [cell(row, 'Module').replace(/ \(.*/, ''), cell(row, 'Write form fields')] as const,
  );

  test.each(rows)('%s', (shape, text) => {
    const module = [...modules.values()].find(({ writeShape }) => writeShape === shape);
    expect(
      writableFields(module!.fields, 'create')
        .map(([name]) => name)
        .sort(),
    ).toEqual(
      listed(text)
        .map(([name]) => name)
        .sort(),
    );
  });

  test('all other modules have one form', () => {
    const two = [...modules.values()].filter((module) => module.shape !== module.writeShape);
    expect(two.map(({ writeShape }) => writeShape).sort()).toEqual(rows.map(([shape]) => shape).sort());
    const differing = [...modules.values()].filter(({ fields }) =>
      Object.values(fields).some((field) => field.readAs !== undefined || field.readOnly === true),
    );
    expect(differing.map(({ shape }) => shape).sort()).toEqual(two.map(({ shape }) => shape).sort());
  });
});

test('2.6, every module has a switch', () => {
  for (const module of modules.values()) expect(Object.keys(module.fields)[0]).toBe('enabled');
});

describe('2.9, the configuration of an OAuth provider', () => {
  const providers = Object.entries(fieldsOf(modules.get('OAuthModule')!.fields['provider']!)!);
  test.each(providers)('%s', (_, provider) => {
    const fields = fieldsOf(provider)!;
    for (const row of rowsOf('2.9')) {
      expect(hasApiType(fields[cell(row, 'Field')]!, cell(row, 'Type'))).toBe(true);
    }
  });
});

describe('4, the operations', () => {
  const all = kindNames
    .flatMap((name) => Object.values(kinds[name].operations) as Operation[])
    .sort((a, b) => a.number - b.number);

  test.each(rowsOf('4').map((row) => [cell(row, '#'), row] as const))('%s', (number, row) => {
    const operation = all.find((one) => one.number === Number(number));
    expect(operation).toMatchObject({
      method: cell(row, 'Method'),
      path: cell(row, 'Path'),
      success: Number.parseInt(cell(row, 'Success')),
      doc: cell(row, 'Purpose'),
    });
  });

  test('no operation is ours alone', () => {
    expect(all.map(({ number }) => number)).toEqual(rowsOf('4').map((row) => Number(cell(row, '#'))));
  });
});

function bodyNames(kind: KindName, operation: 'create' | 'update'): readonly string[] {
  return writableFields(kinds[kind].fields, operation).map(([name]) => name);
}

describe.each([
  ['4.1', 'endpoint'],
  ['4.8', 'https-route'],
] as const)('%s, the body that creates a %s', (section, kind) => {
  test.each(rowsOf(section).map((row) => [cell(row, 'Name'), row] as const))('%s', (name, row) => {
    const field = kinds[kind].fields[name];
    expect(bodyNames(kind, 'create')).toContain(name);
    expect(hasApiType(field!, cell(row, 'Type')), cell(row, 'Type')).toBe(true);
    const bytes = /max (\d+) bytes/.exec(cell(row, 'Rule'))?.[1];
    if (bytes !== undefined) expect(field).toMatchObject({ maxBytes: Number(bytes) });
  });

  test('no parameter is ours alone', () => {
    expect([...bodyNames(kind, 'create')].sort()).toEqual(
      rowsOf(section)
        .map((row) => cell(row, 'Name'))
        .sort(),
    );
  });
});

test('4.4, the update of an endpoint carries what is listed', () => {
  const sentence = sections.get('4.4')!.sentences.find((one) => one.startsWith('Body parameters'))!;
  const names = /: (.*), with/.exec(sentence)![1]!.split(', ');
  expect([...bodyNames('endpoint', 'update')].sort()).toEqual(names.sort());
});

test('4.10, the update of a route carries what its create carries', () => {
  expect(bodyNames('https-route', 'update')).toEqual(bodyNames('https-route', 'create'));
});

/** The fields of a name, wherever they are in the kinds that a row of section 8 applies to. */
function everywhere(fields: Fields, name: string): readonly Field[] {
  return Object.entries(fields).flatMap(([key, field]) => [
    ...(key === name ? [field] : []),
    ...everywhere(fieldsOf(field) ?? {}, name),
  ]);
}

describe('8, the limits', () => {
  test.each(rowsOf('8').map((row) => [cell(row, 'Limit'), row] as const))('%s', (limit, row) => {
    const applies: readonly Kind[] =
      cell(row, 'Applies to') === 'edges and routes'
        ? [kinds['tls-edge'], kinds['https-route']]
        : [kinds['https-route']];
    const [low, high] = (/between (\S+) and (\S+)/.exec(cell(row, 'Value')) ?? []).slice(1).map(Number);
    const max = Number(/max (\d+)/.exec(cell(row, 'Value'))?.[1]);
    for (const kind of applies) {
      const [field, ...more] = everywhere(kind.fields, limit.replace(/ length$/, ''));
      expect(more).toEqual([]);
      if (limit.endsWith('length')) expect(field).toMatchObject({ maxBytes: max });
      else if (low === undefined) expect(field).toMatchObject({ max });
      else expect(field).toMatchObject({ min: low, max: high });
    }
  });
});
