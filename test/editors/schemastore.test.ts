/** The entry for SchemaStore, by the catalog's documented rules and in a server that reads the catalog. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { startClient, type LspClient } from '../lsp/client.ts';

const repository = path.join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(path.join(repository, file), 'utf8');
const entry = JSON.parse(read('editors/schemastore/catalog-entry.json')) as Record<string, unknown> & {
  readonly url: string;
};
const schema = JSON.parse(read('schemas/settings.schema.json')) as object;

/** The keywords of editors that SchemaStore knows and our schemas use. */
const editorKeywords = [
  'markdownDescription',
  'enumDescriptions',
  'markdownEnumDescriptions',
  'defaultSnippets',
];

/** An entry of the catalog, as its schema and CONTRIBUTING.md describe it (SchemaStore, read in 2026). */
const entryRules = {
  type: 'object',
  additionalProperties: false,
  required: ['name', 'url', 'description'],
  properties: {
    name: { type: 'string', minLength: 1 },
    description: { type: 'string', minLength: 1, not: { pattern: '\\.$' } },
    fileMatch: {
      type: 'array',
      uniqueItems: true,
      minItems: 1,
      items: { type: 'string', pattern: '^[^/].*\\.ya?ml$' },
    },
    url: { type: 'string', pattern: '^https://' },
    versions: { type: 'object', additionalProperties: { type: 'string', pattern: '^https://' } },
  },
};

test('the entry has the fields of the catalog', () => {
  const validate = new Ajv({ strict: true, allErrors: true }).compile(entryRules);
  expect(validate(entry), JSON.stringify(validate.errors)).toBe(true);
});

test('its URL is the file of this repository', () => {
  const { repository: ours } = JSON.parse(read('editors/vscode/package.json')) as {
    repository: { url: string };
  };
  const [, name = ''] = /github\.com\/(.+)\.git$/.exec(ours.url) ?? [];
  expect(entry.url).toBe(`https://raw.githubusercontent.com/${name}/main/schemas/settings.schema.json`);
});

describe("in Ajv's strict mode", () => {
  // As `cli.js check` makes it, with two keywords of ours, and with a severity that is a string or an object.
  const ajv = new Ajv({ strict: true, allowUnionTypes: true, allErrors: true });
  for (const keyword of [...editorKeywords, 'patternErrorMessage', 'maxBytes']) ajv.addKeyword(keyword);
  const validate = ajv.compile(schema);
  const files = (folder: string): readonly string[] => readdirSync(path.join(import.meta.dirname, folder));
  const isValid = (file: string): boolean =>
    validate(parse(readFileSync(path.join(import.meta.dirname, file), 'utf8')));

  test.each(files('positive'))('%s passes', (file) => {
    expect(isValid(`positive/${file}`), JSON.stringify(validate.errors)).toBe(true);
  });

  test.each(files('negative'))('%s fails', (file) => {
    expect(isValid(`negative/${file}`)).toBe(false);
  });
});

describe('in a server that reads the catalog', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'edgewright-catalog-'));
  let web: Server;
  let client: LspClient;

  beforeAll(async () => {
    web = createServer((request, response) => {
      const url = `http://127.0.0.1:${(web.address() as AddressInfo).port}/settings.schema.json`;
      response.setHeader('content-type', 'application/json');
      response.end(
        JSON.stringify(request.url === '/catalog.json' ? { schemas: [{ ...entry, url }] } : schema),
      );
    });
    await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
    const catalog = `http://127.0.0.1:${(web.address() as AddressInfo).port}/catalog.json`;
    const yaml = { validate: true, schemaStore: { enable: true, url: catalog } };
    const server = createRequire(import.meta.url).resolve('yaml-language-server/package.json');
    client = startClient(
      [process.execPath, path.join(path.dirname(server), 'bin/yaml-language-server'), '--stdio'],
      {
        cwd: folder,
        answers: {
          'workspace/configuration': (params) =>
            (params as { items: { section: string }[] }).items.map(({ section }) =>
              section === 'yaml' ? yaml : {},
            ),
        },
      },
    );
    const root = pathToFileURL(folder).href;
    await client.request('initialize', {
      processId: process.pid,
      rootUri: root,
      workspaceFolders: [{ uri: root, name: 'case' }],
      capabilities: { workspace: { configuration: true } },
    });
    client.notify('initialized', {});
    client.notify('workspace/didChangeConfiguration', { settings: { yaml } });
  });

  afterAll(async () => {
    await client.stop();
    web.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function findings(file: string, text: string): Promise<number> {
    const uri = pathToFileURL(path.join(folder, file)).href;
    client.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'yaml', version: 1, text } });
    const found = await client.diagnostics(uri);
    client.notify('textDocument/didClose', { textDocument: { uri } });
    return found.length;
  }

  test.each(['edgewright.yaml', 'teams/edge/edgewright.yaml'])('%s is checked', async (file) => {
    // The catalog is read after the start, so the first answer may be of before.
    await expect.poll(() => findings(file, 'version: 1\nsafty: {}\n'), { timeout: 60_000 }).toBe(1);
    await expect.poll(() => findings(file, 'version: 1\n'), { timeout: 60_000 }).toBe(0);
  });

  test.each([
    'edgewright.yaml.bak.yaml',
    'my-edgewright.yaml',
    'edgewright/settings.yaml',
    'edgewright.yaml/other.yaml',
    'resources/a.yaml',
    'environments/production.yaml',
  ])('%s is not', async (file) => {
    expect(await findings(file, 'version: 2\nsafty: {}\n')).toBe(0);
  });
});
