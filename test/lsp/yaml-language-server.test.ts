import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { blocks, repository } from '../docs/page.ts';
import { playCommand } from '../scenarios/play-command.ts';
import { startClient, type LspClient, type Message } from './client.ts';
import { cursor, positionAt, type Position } from './stage.ts';
import { share } from '../runs.ts';

/*
 * The real yaml-language-server, which VS Code's YAML extension and Neovim run, on a workspace that `init --with
 * vscode` made, with the settings of the README.
 */

interface Case {
  readonly is: string;
  readonly file: string;
  readonly text: string;
  readonly offers?: readonly string[];
  readonly says?: string;
  readonly finds?: readonly string[];
}

const require = createRequire(import.meta.url);
const cases = parse(readFileSync(new URL('yaml-language-server.yaml', import.meta.url), 'utf8')) as Case[];
const server = path.join(
  path.dirname(require.resolve('yaml-language-server/package.json')),
  'bin/yaml-language-server',
);
const settings = JSON.parse(blocks.find(({ language }) => language === 'json')?.text ?? '{}') as {
  'yaml.schemas': Record<string, string>;
};

let folder: string;
let client: LspClient;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'edgewright-yaml-'));
  await playCommand({ folder, env: {} }, {}, 'init . --with vscode');
  const yaml = {
    validate: true,
    hover: true,
    completion: true,
    schemaStore: { enable: false },
    schemas: settings['yaml.schemas'],
  };
  client = startClient([process.execPath, server, '--stdio'], {
    cwd: folder,
    answers: {
      'workspace/configuration': (params) =>
        (params as { items: { section: string }[] }).items.map(({ section }) =>
          section === 'yaml' ? yaml : {},
        ),
    },
  });
  const root = pathToFileURL(folder).href;
  await client.request('initialize', {
    processId: process.pid,
    rootUri: root,
    workspaceFolders: [{ uri: root, name: 'case' }],
    capabilities: {
      workspace: { configuration: true },
      textDocument: {
        hover: { contentFormat: ['markdown'] },
        completion: { completionItem: { documentationFormat: ['markdown'] } },
      },
    },
  });
  client.notify('initialized', {});
  client.notify('workspace/didChangeConfiguration', { settings: { yaml } });
});

afterAll(async () => {
  await client.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Opens a text as a file and waits for what is found in it. */
async function findings(file: string, text: string): Promise<readonly string[]> {
  const uri = pathToFileURL(path.join(folder, file)).href;
  client.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'yaml', version: 1, text } });
  return (await client.diagnostics(uri)).map(words);
}

function words({ range, message }: Message): string {
  const { start } = range as { start: Position };
  return `${start.line + 1}:${start.character + 1} ${String(message)}`;
}

test('what the README says for VS Code is what init writes', () => {
  expect(JSON.parse(readFileSync(path.join(folder, '.vscode/settings.json'), 'utf8'))).toEqual(settings);
  const lua = blocks.find(({ language }) => language === 'lua')?.text ?? '';
  for (const [schema, files] of Object.entries(settings['yaml.schemas'])) {
    expect(readdirSync(path.join(folder, path.dirname(schema)))).toContain(path.basename(schema));
    expect(lua).toContain(`['${schema}'] = '${files}'`);
  }
});

describe('by the settings', () => {
  test.each(share(cases).map((one, index) => [one.is, one, index] as const))(
    '%s',
    async (_is, one, index) => {
      // A file of its own for each, in a folder that the settings speak of.
      const file = one.file.includes('/')
        ? one.file.replace('/a.', `/case-${index}.`)
        : `case-${index}/${one.file}`;
      const uri = pathToFileURL(path.join(folder, file)).href;
      const text = one.text.replace(cursor, '');
      const found = await findings(file, text);
      const at = { textDocument: { uri }, position: positionAt(text, one.text.indexOf(cursor)) };
      if (one.finds !== undefined) expect(found).toEqual(one.finds);
      if (one.offers !== undefined) {
        const offered = (await client.request('textDocument/completion', at)) as {
          items: { label: string }[];
        };
        expect(offered.items.map(({ label }) => label)).toEqual(expect.arrayContaining([...one.offers]));
        expect(offered.items.length).toBeLessThanOrEqual(one.offers.length + 1);
      }
      if (one.says !== undefined) {
        const hover = (await client.request('textDocument/hover', at)) as { contents: { value: string } };
        expect(hover.contents.value).toContain(`\n${one.says}`);
        expect(hover.contents.value).not.toContain('||');
      }
      client.notify('textDocument/didClose', { textDocument: { uri } });
    },
  );
});

describe('by the first line of a file', () => {
  const examples = path.join(repository, 'examples');
  const files = readdirSync(examples, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.yaml') && !/policies|fixture|edgewright\.dev/.test(file),
  );
  const good = files.filter((file) => !file.startsWith('mistakes'));

  /** The example with the line that names its schema, relative to where it stands. */
  async function check(file: string): Promise<readonly string[]> {
    const name = file.endsWith('edgewright.yaml')
      ? 'settings'
      : file.includes('environments')
        ? 'environment'
        : file.includes('/tests/')
          ? 'test'
          : 'resource';
    const up = path
      .relative(path.dirname(path.join(folder, 'examples', file)), folder)
      .split(path.sep)
      .join('/');
    const line = `# yaml-language-server: $schema=${up}/.vscode/edgewright/${name}.schema.json`;
    return findings(`examples/${file}`, `${line}\n${readFileSync(path.join(examples, file), 'utf8')}`);
  }

  beforeAll(() => cpSync(examples, path.join(folder, 'examples'), { recursive: true }));

  test.each(share(good))('nothing is wrong with examples/%s', async (file) => {
    expect(await check(file)).toEqual([]);
  });

  test.each([
    ['mistakes/resources/02-structure.yaml', '7:3 Property discription is not allowed.'],
    ['mistakes/resources/05-circuit-breaker.yaml', '15:33 Value is above the maximum of 1.'],
    ['mistakes/resources/13-endpoint.yaml', '7:9 Value is not accepted. Valid values: "cloud".'],
    ['mistakes/resources/15-secret.yaml', '10:53 write the name of a secret: `$(secret:NAME)`'],
  ])('the mistake in examples/%s', async (file, finding) => {
    expect(await check(file)).toEqual([finding]);
  });
});

describe('a policy file by its first line', () => {
  const line = '# yaml-language-server: $schema=../.vscode/edgewright/traffic-policy.schema.json\n';
  const good = `on_http_request:
  - name: limit
    actions:
      - type: rate-limit
        config:
          name: all
          algorithm: sliding_window
          capacity: 30
          rate: 60s
          bucket_key: [conn.client_ip]
`;

  test('says nothing of a good one', async () => {
    expect(await findings('policies/good.yaml', line + good)).toEqual([]);
  });

  test.each([
    [
      'a misspelt setting',
      'capacity',
      'capactiy',
      ['6:9 Missing property "capacity".', '9:11 Property capactiy is not allowed.'],
    ],
    ['a wrong type', 'capacity: 30', 'capacity: many', ['9:21 Incorrect type. Expected "integer".']],
    ['a number out of range', 'capacity: 30', 'capacity: 0', ['9:21 Value is below the minimum of 1.']],
    [
      'a wrong word',
      'sliding_window',
      'slide',
      ['8:22 Value is not accepted. Valid values: "sliding_window".'],
    ],
    [
      'a wrong phase',
      'on_http_request',
      'on_http_response',
      [expect.stringMatching(/^5:15 Value is not accepted\. Valid values: "add-headers", /)],
    ],
    ['an unknown key of a rule', 'name: limit', 'nam: limit', ['3:5 Property nam is not allowed.']],
  ])('finds %s', async (name, part, other, expected) => {
    const found = await findings(
      `policies/${name.replaceAll(' ', '-')}.yaml`,
      line + good.replace(part, other),
    );
    expect(found).toEqual(expected);
  });

  test.each([
    ['phases', '▮\n', ['on_tcp_connect', 'on_http_request', 'on_http_response', 'on_event_stream_message']],
    ['the keys of a rule', 'on_http_request:\n  - ▮\n', ['name', 'expressions', 'actions']],
    ['the keys of an action', 'on_http_request:\n  - actions:\n      - ▮\n', ['type', 'config']],
    ['actions', 'on_http_request:\n  - actions:\n      - type: ▮\n', ['rate-limit', 'restrict-ips', 'deny']],
    [
      'settings',
      'on_http_request:\n  - actions:\n      - type: rate-limit\n        config:\n          ▮\n',
      ['name', 'algorithm', 'capacity', 'rate', 'bucket_key', 'enforce'],
    ],
    [
      'values',
      'on_http_request:\n  - actions:\n      - type: rate-limit\n        config:\n          algorithm: ▮\n',
      ['sliding_window'],
    ],
  ])('completes %s', async (name, marked, offers) => {
    const file = `policies/complete-${name.replaceAll(' ', '-')}.yaml`;
    const text = line + marked;
    await findings(file, text.replace(cursor, ''));
    const uri = pathToFileURL(path.join(folder, file)).href;
    const at = { textDocument: { uri }, position: positionAt(text, text.indexOf(cursor)) };
    const { items } = (await client.request('textDocument/completion', at)) as { items: { label: string }[] };
    const labels = items.map(({ label }) => label);
    expect(labels).toEqual(expect.arrayContaining(offers));
    expect(labels).toHaveLength(new Set(labels).size);
  });
});

test('a policy that is a mapping is checked in its resource', async () => {
  const text = `kind: endpoint
name: a
spec:
  url: https://a.example.com
  traffic_policy:
    on_http_request:
      - actions:
          - type: deny
            config: { status_code: $(status) }
          - type: deny
            config: { status: 403 }
`;
  expect(await findings('resources/mapping.yaml', text)).toEqual(['11:23 Property status is not allowed.']);
});
