import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bashReply } from '../../../src/commands/completion/shells.ts';
import { slotOfArgument, slotOfOption } from '../../../src/commands/completion/slots.ts';
import { everyCommand } from '../../help/help-of.ts';
import { playCommand } from '../../scenarios/play-command.ts';
import { splitLine } from '../../../src/commands/completion/split-line.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'edgewright-completion-'));
beforeAll(() => {
  cpSync(path.join(import.meta.dirname, '../../../examples/bookshop'), folder, { recursive: true });
  const stored = path.join(folder, '.edgewright/production');
  mkdirSync(path.join(stored, 'rollback'), { recursive: true });
  for (const run of ['2', '10', '9-1']) writeFileSync(path.join(stored, `rollback/${run}.json`), '{}');
  for (const generation of [3, 4]) writeFileSync(path.join(stored, `ledger.${generation}.json`), '{}');
  writeFileSync(
    path.join(stored, 'ledger.json'),
    '{"resources":{"endpoint/removed":{}},"orphans":{"https-route/old":{}}}',
  );
  mkdirSync(path.join(folder, '.config/edgewright'), { recursive: true });
  writeFileSync(path.join(folder, '.config/edgewright/profiles.json'), '{"work":{},"home":{}}');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function complete(words: readonly string[], cwd = folder, env = {}): Promise<readonly string[]> {
  const line = ['completion', 'zsh', '--', 'edgewright', ...words].map((word) => `"${word}"`).join(' ');
  const { exit, stdout, stderr } = await playCommand(
    { folder: cwd, env: { HOME: folder, ...env } },
    {},
    line,
  );
  expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
  const [type = '', ...rest] = stdout.trimEnd().split('\n');
  return type === 'words' ? rest.map((each) => each.split('\t')[0] ?? '') : [type];
}

describe('the words after a line', () => {
  test.each<[readonly string[], readonly string[]]>([
    [['dr'], ['drift']],
    [['nosuch', ''], []],
    [['help', 'le'], ['ledger']],
    [
      ['ledger', 're'],
      ['relocate', 'rename-env', 'rebuild', 'restore'],
    ],
    [
      ['plan', '-e', ''],
      ['production', 'staging'],
    ],
    [['plan', '--env', 'production', '--env', 's'], ['staging']],
    [['pull', '--env', 'production', '--en'], []],
    [['plan', '-'], flagsOf('plan')],
    [['plan', '-e'], ['-e']],
    [['plan', '--format=j'], ['--format=json']],
    [['plan', '--nosuch=j'], []],
    [['lint', '--', '--fi'], ['files']],
    [
      ['plan', '--only', 'endpoint/www'],
      ['endpoint/www-eu', 'endpoint/www-us'],
    ],
    [['plan', '--only', 'tls-edge/*'], ['tls-edge/*']],
    [['plan', '--only', 'team=st'], ['team=storefront']],
    [['ledger', 'rebuild', '--adopt', 'https-route/adm'], ['https-route/admin=']],
    [['ledger', 'rebuild', '--adopt', 'endpoint/'], []],
    [
      ['ledger', 'show', ''],
      ['endpoint/removed', 'https-route/old'],
    ],
    [
      ['ledger', 'restore', ''],
      ['4', '3'],
    ],
    [
      ['apply', '--rollback', ''],
      ['10', '9-1', '2'],
    ],
    [['apply', '--env', 'staging', '--rollback', ''], []],
    [['apply', ''], ['files']],
    [['plan', 'show', ''], ['files']],
    [['serve', '--data', ''], ['folders']],
    [
      ['plan', '--profile', ''],
      ['home', 'work'],
    ],
    [['explain', 'settings.saf'], ['settings.safety']],
    [['explain', 'https-route.oauth.provider.gith'], ['https-route.oauth.provider.github']],
    [['explain', 'tls-edge-n'], ['tls-edge-no-backend']],
    [['explain', 'approval-w'], ['approval-without-reason']],
    [['plan', '--fail-on', 'b'], ['blocked']],
    [
      ['lint', '--rule', 'policy-ip-range='],
      ['error', 'warn', 'info', 'off'].map((each) => `policy-ip-range=${each}`),
    ],
    [
      ['schema', 'tra'],
      ['traffic-policy', 'trace', 'trace-corpus'],
    ],
    [
      ['completion', ''],
      ['bash', 'zsh', 'fish'],
    ],
    [['ledger', 'nosuch', ''], []],
  ])('%j: %j', async (words, expected) => {
    expect(await complete(words)).toEqual(expected);
  });

  test('a plan offers its verbs beside nothing else', async () => {
    expect(await complete(['plan', ''])).toEqual(['show', 'diff']);
  });

  test('branches are those of the repository', async () => {
    expect(await complete(['plan', '--base', ''], '/')).toEqual([]);
  });
});

function flagsOf(name: string): readonly string[] {
  const command = everyCommand.get(name);
  return [...(command?.options ?? []).map(({ long }) => long ?? ''), '--help'];
}

describe('a completion that can help nothing', () => {
  const broken = mkdtempSync(path.join(tmpdir(), 'edgewright-broken-'));
  afterAll(() => rmSync(broken, { recursive: true, force: true }));

  test.each(['', 'version: [', 'resources: 5\nversion: 1\n', 'version: 1\nresources: ["nowhere/**"]\n'])(
    'is empty and silent: %j',
    async (text) => {
      writeFileSync(path.join(broken, 'edgewright.yaml'), text);
      expect(await complete(['plan', '--only', ''], broken)).toEqual([]);
      expect(await complete(['plan', '--env', ''], broken)).toEqual([]);
    },
  );

  test('outside of a workspace, and for a folder that does not exist', async () => {
    expect(await complete(['plan', '--only', ''], tmpdir())).toEqual([]);
    expect(await complete(['plan', '-C', 'no/such', '--env', ''])).toEqual([]);
  });

  test('names with control characters are left out; broken files give what they have', async () => {
    writeFileSync(path.join(broken, 'edgewright.yaml'), 'version: 1\n');
    mkdirSync(path.join(broken, 'resources'), { recursive: true });
    writeFileSync(
      path.join(broken, 'resources/a.yaml'),
      'kind: endpoint\nname: "shop" # it\nlabels: { team: "a\u001b[31m", tier: gold }\nspec: { url: [\n---\nkind: preset\nname: p\n---\nname: late\r\nkind: tls-edge\r\nlabels:\n  x: $(rm -rf)\n',
    );
    expect(await complete(['plan', '--only', ''], broken)).toEqual([
      'endpoint/shop',
      'tls-edge/late',
      'endpoint/*',
      'tls-edge/*',
      'tier=gold',
      'x=$(rm -rf)',
    ]);
  });
});

test('the network is never touched', async () => {
  let requests = 0;
  const server = createServer((_request, response) => {
    requests++;
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const env = {
    EDGEWRIGHT_API_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    EDGEWRIGHT_API_TOKEN: 'a-token-of-a-test',
  };
  for (const words of [
    ['pull', ''],
    ['ledger', 'show', ''],
    ['apply', '--rollback', ''],
    ['plan', '--only', ''],
  ])
    await complete(words, folder, env);
  server.close();
  expect(requests).toBe(0);
});

test('a value that a file of the workspace has, or that is a file, can be completed', () => {
  const known = /^(?:files?|folder|address|filter|ref|old|new|plan|generation|objects)$/;
  const open = [...everyCommand].flatMap(([name, command]) => {
    const path = name.split(' ');
    const without = [
      ...command.options
        .filter(
          ({ argChoices, flags }) =>
            argChoices === undefined && known.test(/[<[](.+)[>\]]/.exec(flags)?.[1] ?? ''),
        )
        .flatMap((option) => (slotOfOption(option, path) === 'none' ? [`${name} ${option.long}`] : [])),
      ...command.registeredArguments
        .filter((argument) => argument.argChoices === undefined && known.test(argument.name()))
        .flatMap((argument) =>
          slotOfArgument(argument, path) === 'none' ? [`${name} ${argument.name()}`] : [],
        ),
    ];
    return without;
  });
  expect(open).toEqual([]);
});

describe('a line as bash gives it', () => {
  test.each([
    ['edgewright pl', ['edgewright', 'pl'], 'pl', ''],
    ['edgewright  plan ', ['edgewright', 'plan', ''], '', ''],
    [`edgewright -C 'a b' "c d`, ['edgewright', '-C', 'a b', 'c d'], '"c d', '"'],
    [String.raw`edgewright a\ b\"c`, ['edgewright', 'a b"c'], String.raw`a\ b\"c`, ''],
    [String.raw`edgewright 'a\b' "it's"x`, ['edgewright', String.raw`a\b`, "it'sx"], `"it's"x`, ''],
    [`edgewright ''`, ['edgewright', ''], `''`, ''],
    ['edgewright a\\', ['edgewright', 'a'], 'a\\', ''],
  ])('%s', (line, words, typed, quote) => {
    expect(splitLine(line)).toEqual({ words, typed, quote });
  });
});

test.each([
  ['', String.raw`xy\$\(touch\$\{IFS\}it\)\'\"`],
  ['"', String.raw`xy\$(touch\${IFS}it)'\"`],
  ["'", String.raw`xy$(touch${'${IFS}'}it)'\''"`],
] as const)('a name that would run a command is inserted as text after %j', (quote, inserted) => {
  const value = 'xy$(touch${IFS}it)\'"';
  const line = { words: ['plan', '--base', 'xy'], typed: `${quote}xy`, quote };
  expect(bashReply({ type: 'words', candidates: [{ value }] }, ' :=', line)).toBe(`words\n${inserted}\n`);
});
