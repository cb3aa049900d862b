/** Each case changes one thing that cached results may depend on: the output is the same with the cache as without. */
import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ledgerText } from '../../../src/ledger/ledger-text.ts';
import { emptyLedger } from '../../../src/ledger/state.ts';
import { main } from '../../../src/main.ts';
import type { Cache, Io } from '../../../src/model/io.ts';

// So late that every file has settled down.
const now = new Date('2099-01-01T00:00:00Z');
const fileCount = 5;

interface Place {
  readonly root: string;
  readonly put: (file: string, text: string) => void;
}

interface Run {
  readonly exit: number;
  readonly said: string;
}

function memoryCache(): Cache & { readonly texts: Map<string, string> } {
  const texts = new Map<string, string>();
  return {
    build: 'test',
    texts,
    read: (name) => texts.get(name),
    write: (name, text) => void texts.set(name, text),
  };
}

async function lint(root: string, options: readonly string[], cache?: Cache): Promise<Run> {
  let said = '';
  const hear = (text: string): void => void (said += text);
  const argv = ['lint', '--format', 'compact', ...options];
  const io: Io = {
    stdout: hear,
    stderr: hear,
    stdin: () => Promise.resolve(''),
    env: {},
    cwd: root,
    stdoutIsTerminal: false,
    stderrIsTerminal: false,
    columns: 80,
    clock: { now: () => now, sleep: () => Promise.resolve() },
    signal: new AbortController().signal,
    ...(cache === undefined ? {} : { cache }),
  };
  return { exit: await main(argv, io), said };
}

const endpoint = (name: string, more = ''): string =>
  `kind: endpoint\nname: ${name}\nspec:\n  url: https://${name}.example.com\n  traffic_policy: { on_http_request: [{ actions: [{ type: deny }] }] }\n${more}`;

async function inWorkspace(use: (place: Place) => Promise<void>): Promise<void> {
  const home = realpathSync(mkdtempSync(path.join(tmpdir(), 'edgewright-quiet-')));
  const root = path.join(home, 'above', 'workspace');
  const put = (file: string, text: string): void => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  };
  try {
    put('edgewright.yaml', 'version: 1\n');
    put('environments/production.yaml', '');
    for (let index = 0; index < fileCount; index++) put(`resources/r${index}.yaml`, endpoint(`r${index}`));
    await use({ root, put });
  } finally {
    rmSync(home, { recursive: true });
  }
}

interface Case {
  readonly title: string;
  /** Additional files of the workspace. */
  readonly files?: Readonly<Record<string, string>>;
  readonly options?: readonly string[];
  readonly change: (place: Place) => void;
  /** The options of the second run, if they differ. */
  readonly then?: readonly string[];
  /** A string in the findings of the second run. */
  readonly finds: string;
}

const inlining = (how: string): string =>
  `kind: endpoint\nname: inlining\nspec:\n  url: https://inlining.example.com\n  traffic_policy: ${how}\n`;
const policy = '{"on_http_request":[{"actions":[{"type":"deny"}]}]}';
const preset = 'kind: preset\nname: p\nspec:\n  traffic_policy: $(file:policies/p.json)\n';
const using = 'kind: endpoint\nname: using\nuses: [p]\nspec: { url: "https://using.example.com" }\n';

const lineage = '7d1f4f4e-6b0e-4a43-9a2d-3f3f6a1c2b10';
const ledgerOf = (one: string): string =>
  ledgerText({ ...emptyLedger({ environment: 'production', lineage: one, api: '' }), serial: 1 });

const cases: readonly Case[] = [
  {
    title: 'a link beside the resources',
    change: ({ root }) => symlinkSync('r1.yaml', path.join(root, 'resources/link.yaml')),
    finds: 'resources/link.yaml:1:1: error[file-unreadable]',
  },
  {
    title: 'a link to a folder beside the resources',
    change: ({ root }) => symlinkSync('../environments', path.join(root, 'resources/folder')),
    finds: 'resources/folder:1:1: error[file-unreadable]',
  },
  {
    title: 'a link among the environments',
    change: ({ root }) => symlinkSync('production.yaml', path.join(root, 'environments/staging.yaml')),
    finds: 'environments/staging.yaml:1:1: error[file-unreadable]',
  },
  {
    title: 'an environment whose name is none',
    change: ({ put }) => put('environments/Up_per.yaml', ''),
    finds: 'environment-name',
  },
  {
    title: 'an environment that is gone and was empty',
    files: {
      'environments/staging.yaml': '',
      'resources/only.yaml': endpoint('only', 'environments: [staging, production]\n'),
    },
    options: ['--env', 'production'],
    change: ({ root }) => rmSync(path.join(root, 'environments/staging.yaml')),
    finds: '`staging`',
  },
  {
    title: 'an environment that is gone and was an empty folder',
    files: {
      'environments/staging/.gitkeep': '',
      'resources/only.yaml': endpoint('only', 'environments: [staging, production]\n'),
    },
    options: ['--env', 'production'],
    change: ({ root }) => rmSync(path.join(root, 'environments/staging'), { recursive: true }),
    finds: '`staging`',
  },
  {
    title: 'a file that a preset inlines by a path that is spelled out',
    files: {
      'policies/p.json': policy,
      'resources/preset.yaml': preset.replace(/\$(.*)/, '"\\u0024$1"'),
      'resources/using.yaml': using,
    },
    change: ({ put }) => put('policies/p.json', '{'),
    finds: 'traffic-policy-parse',
  },
  {
    title: 'a file that a preset inlines',
    files: { 'policies/p.json': policy, 'resources/preset.yaml': preset, 'resources/using.yaml': using },
    change: ({ put }) => put('policies/p.json', '{'),
    finds: 'traffic-policy',
  },
  {
    title: 'a folder of inlined files that becomes a link',
    files: { 'policies/p.json': policy, 'resources/inlining.yaml': inlining('$(file:policies/p.json)') },
    change: ({ root }) => {
      renameSync(path.join(root, 'policies'), path.join(root, 'elsewhere'));
      symlinkSync('elsewhere', path.join(root, 'policies'));
    },
    finds: 'symbolic link',
  },
  {
    title: 'an inlined file that is ignored now',
    files: { 'policies/p.json': policy, 'resources/inlining.yaml': inlining('$(file:policies/p.json)') },
    change: ({ put }) => put('policies/.gitignore', '*.json\n'),
    finds: '.gitignore',
  },
  {
    title: 'an inlined file that is ignored from above',
    files: { 'policies/p.json': policy, 'resources/inlining.yaml': inlining('$(file:policies/p.json)') },
    change: ({ root }) => {
      mkdirSync(path.join(root, '../.git'));
      writeFileSync(path.join(root, '../.gitignore'), 'workspace/policies/\n');
    },
    finds: '.gitignore',
  },
  {
    title: 'an inlined file that was ignored from above, but in no repository',
    files: {
      '../.gitignore': 'workspace/policies/\n',
      'policies/p.json': policy,
      'resources/inlining.yaml': inlining('$(file:policies/p.json)'),
    },
    change: ({ root }) => mkdirSync(path.join(root, '../.git')),
    finds: '.gitignore',
  },
  {
    title: 'a ledger that cannot be read',
    change: ({ put }) => put('.edgewright/production/ledger.json', '{'),
    finds: 'the ledger of `production`',
  },
  {
    title: 'a ledger of another lineage in the place of one',
    files: {
      'edgewright.yaml': `version: 1\nledger: { store: file, lineage: ${lineage} }\n`,
      '.edgewright/production/ledger.json': ledgerOf(lineage),
    },
    change: ({ put }) => put('.edgewright/production/ledger.json', ledgerOf(lineage.replace(/^7/, '8'))),
    finds: 'is of the lineage',
  },
  {
    title: 'a baseline that says too much',
    change: ({ put }) => put('edgewright-baseline.json', '{'),
    finds: 'edgewright-baseline.json',
  },
  {
    title: 'another environment that is asked for',
    files: {
      'environments/staging.yaml': '',
      'resources/only.yaml': endpoint('only', 'overrides: { staging: { url: "htp:/" } }\n'),
    },
    options: ['--env', 'production'],
    change: () => undefined,
    then: ['--env', 'staging'],
    finds: 'resources/only.yaml',
  },
  {
    title: 'all environments after one',
    files: {
      'environments/staging.yaml': '',
      'resources/only.yaml': endpoint('only', 'overrides: { staging: { url: "htp:/" } }\n'),
    },
    options: ['--env', 'production'],
    change: () => undefined,
    then: [],
    finds: 'resources/only.yaml',
  },
  {
    title: 'a rule that is on now',
    files: { 'resources/inlining.yaml': inlining('{}') },
    options: ['--rule', 'traffic-policy-empty=off'],
    change: () => undefined,
    then: [],
    finds: 'traffic-policy-empty',
  },
];

test('a note about what was not looked at is printed each time', () =>
  inWorkspace(async ({ root, put }) => {
    put('.edgewright/production/ledger.json', '{');
    const cache = memoryCache();
    const first = await lint(root, [], cache);
    expect(first.said).toContain('the ledger of `production`');
    expect(await lint(root, [], cache)).toEqual(first);
  }));

describe('what changed since a run that said nothing is said, as if nothing had been remembered', () => {
  test.each(cases)('$title', ({ files = {}, options = [], change, then = options, finds }) =>
    inWorkspace(async ({ root, put }) => {
      for (const [file, text] of Object.entries(files)) put(file, text);
      const cache = memoryCache();
      const first = await lint(root, options, cache);
      const said = expect.stringContaining('no problems') as string;
      expect(first).toEqual({ exit: 0, said });
      // Results of files are kept from the second run on.
      expect(await lint(root, options, cache)).toEqual(first);
      expect([...cache.texts.values()].join()).toContain('resources/r1.yaml');
      change({ root, put });
      const anew = await lint(root, then);
      expect(anew.said).toContain(finds);
      expect(await lint(root, then, cache)).toEqual(anew);
    }),
  );
});
