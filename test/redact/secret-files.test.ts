import { chmodSync, linkSync, mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { openStage, type Stage } from './stage.ts';

const canary = 'swordfish-of-the-vault';

const workspace = {
  'edgewright.yaml': `version: 1
ledger: { store: file, lineage: 7c0e8a52-3a53-4f0e-9f64-2f1d5a0c9b11 }
secrets: [S1]
`,
  'environments/production.yaml': '',
};

const reading = (file: string): string =>
  `kind: endpoint\nname: a\nspec: { url: 'https://a.example.com', description: $(file:${file}) }\n`;

const links: ReadonlySet<string> = new Set(['secrets/S1', 'secrets/notes.md', 'policies.txt']);

/** The ledger and its rollback files have the plain fields of the files. */
const isState = (name: string): boolean => name.startsWith('.edgewright/local/');

async function inStage(
  files: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string>>,
  play: (stage: Stage) => Promise<void>,
): Promise<void> {
  const stage = openStage({ ...workspace, ...files }, env);
  try {
    await play(stage);
    // Links that the test made lead to files of the user.
    const said = stage.texts().filter(([name]) => !links.has(name) && !isState(name));
    expect(said.filter(([, text]) => text.includes(canary))).toEqual([]);
  } finally {
    stage.close();
  }
}

const everywhere = ['lint', 'compile', 'lint --format json'];
const withFolder = ['plan --local --secrets-dir secrets', 'apply --local --yes --secrets-dir secrets'];

interface Hidden {
  readonly what: string;
  readonly file: string;
  /** The file that the resource reads; `file` if none is named. */
  readonly read?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly arrange?: (folder: string) => void;
  readonly commands?: readonly string[];
}

const token = { EDGEWRIGHT_API_TOKEN_FILE: 'token.txt', GOOGLE_APPLICATION_CREDENTIALS: 'gha-creds.json' };

const hidden: readonly Hidden[] = [
  { what: 'a secret by its name', file: 'secrets/S1' },
  { what: 'a secret that edgewright.yaml does not list', file: 'vault/OTHER_2' },
  { what: 'a path with more than it needs', file: 'secrets/S1', read: './secrets//./S1' },
  { what: 'a path that climbs', file: 'secrets/S1', read: 'resources/../secrets/S1' },
  { what: 'a file of variables', file: 'production.env' },
  { what: 'a hidden file of variables', file: '.env' },
  { what: 'a key by its extension', file: 'tls.key' },
  { what: 'another file beside secrets', file: 'secrets/notes.md', commands: withFolder },
  { what: 'a file deep below secrets', file: 'secrets/a/b/c.txt', commands: withFolder },
  {
    what: 'the target of a link in the folder',
    file: 'vault/x.txt',
    arrange: (folder) => {
      mkdirSync(path.join(folder, 'secrets'));
      symlinkSync('../vault/x.txt', path.join(folder, 'secrets/S1'));
    },
    commands: withFolder,
  },
  {
    what: 'a hard link to a secret',
    file: 'secrets/S1',
    read: 'policies.txt',
    arrange: (folder) => linkSync(path.join(folder, 'secrets/S1'), path.join(folder, 'policies.txt')),
    commands: withFolder,
  },
  {
    what: 'a folder that is given through a link',
    file: 'vault/notes.md',
    arrange: (folder) => symlinkSync('vault', path.join(folder, 'secrets')),
    commands: withFolder,
  },
  { what: 'the token of the API', file: 'token.txt', env: token },
  { what: 'a credential that CI put into the checkout', file: 'gha-creds.json', env: token },
  { what: 'the ledger', file: '.edgewright/production/ledger.json' },
  { what: 'the configuration of git', file: '.git/config' },
];

describe('a file that holds secrets', () => {
  test.each(hidden)(
    'is not read by `$(file:…)`: $what',
    async ({ file, read = file, env = {}, arrange, commands = [...everywhere, ...withFolder] }) => {
      const files = { [file]: `${canary}\n`, 'secrets/keep.md': '', 'resources/a.yaml': reading(read) };
      const isLinked = arrange !== undefined;
      await inStage(isLinked ? without(files, 'secrets/keep.md') : files, env, async (stage) => {
        arrange?.(stage.folder);
        for (const command of commands) {
          expect(await stage.run(command)).toBe(1);
          expect(stage.last()).toContain('file-unreadable');
        }
      });
    },
  );

  test.each(hidden.filter(({ commands }) => commands === undefined))(
    'is not read by a pattern of `resources`: $what',
    async ({ file, env = {} }) => {
      const settings = `${workspace['edgewright.yaml']}resources: ['${file}', 'resources/*.yaml']\n`;
      const files = {
        'edgewright.yaml': settings,
        [file]: `${canary}\n`,
        'resources/a.yaml': reading('a.txt'),
      };
      await inStage(files, env, async (stage) => {
        for (const command of everywhere) expect(await stage.run(command)).not.toBe(0);
      });
    },
  );

  test('is anything else as before, also with a folder of secrets around the workspace', async () => {
    const files = {
      'policies/checkout': 'a policy\n',
      'resources/a.yaml': reading('policies/checkout'),
      S1: canary,
    };
    await inStage(files, { EDGEWRIGHT_API_TOKEN_FILE: 'nowhere' }, async (stage) => {
      chmodSync(path.join(stage.folder, 'S1'), 0o600);
      for (const command of ['lint', 'plan --local', 'plan --local --secrets-dir .'])
        expect([command, await stage.run(command), stage.last()]).toEqual([command, 0, stage.last()]);
    });
  });
});

function without(files: Readonly<Record<string, string>>, name: string): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(files).filter(([file]) => file !== name));
}

test('a value that is copied into a file is in no output, and decides nothing: the ledger has what the file has', async () => {
  const copied = (words: string): string =>
    `kind: endpoint\nname: a\nspec:\n  url: https://a.example.com\n  description: ${words}\n  metadata: $(file:m.txt)\n`;
  const files = { 'resources/a.yaml': copied(`is ${canary}`), 'm.txt': canary };
  await inStage(files, { EDGEWRIGHT_SECRET_S1: canary }, async (stage) => {
    expect(await stage.run('apply --local --yes')).toBe(0);
    expect(await stage.run('plan --local --detailed-exitcode')).toBe(0);
    stage.write('resources/a.yaml', copied(`was ${canary}`));
    expect(await stage.run('plan --local --save saved.json')).toBe(0);
    expect(await stage.run('apply --local --yes')).toBe(0);
    expect(await stage.run('plan --local --detailed-exitcode')).toBe(0);
    for (const command of [
      'ledger show --env production endpoint/a --local',
      'snapshot --local -o live.json',
    ])
      expect([command, await stage.run(command)]).toEqual([command, 0]);
    const names = stage.texts().map(([name]) => name);
    expect(names).toContain('.edgewright/local/production/rollback/1.json');
    expect(names).toContain('.edgewright/local/production/ledger.json');
  });
});
