import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { UserError } from '../../src/model/errors.ts';
import type { Workspace } from '../../src/model/workspace/workspace.ts';
import { loadWorkspace } from '../../src/workspace/load-workspace.ts';
import { shown, withFiles, type Files } from './temporary-workspace.ts';
import type { Environment } from '../../src/model/workspace/environment.ts';

interface Case {
  readonly name: string;
  readonly files: Files;
  readonly findings?: readonly string[];
  readonly holds?: readonly string[];
  readonly environments?: Readonly<Record<string, unknown>>;
}

const cases = parse(
  readFileSync(new URL('workspace-cases.yaml', import.meta.url), 'utf8'),
) as readonly Case[];

const plainSettings = { 'edgewright.yaml': 'version: 1\n' };
const plainEnvironment = { 'environments/production.yaml': '' };
const resource = { 'resources/a.yaml': 'kind: endpoint\nname: a\n' };
const plain: Files = { ...plainSettings, ...plainEnvironment, ...resource };

describe('a workspace', () => {
  test.each(cases)('$name', ({ files, findings = [], holds = [], environments }) => {
    const hasEnvironment = Object.keys(files).some((name) => name.startsWith('environments/'));
    const all = { ...plainSettings, ...(hasEnvironment ? {} : plainEnvironment), ...files };
    const workspace = withFiles(all, (root) => loadWorkspace({ from: root }));
    expect(workspace.diagnostics.map(shown)).toEqual(findings);
    expect(contents(workspace)).toEqual(holds);
    if (environments !== undefined) {
      const read = [...workspace.environments].map(([name, one]) => [name, summary(one)] as const);
      expect(Object.fromEntries(read)).toEqual(environments);
    }
  });
});

function contents({ resources, presets, removed, approvals }: Workspace): readonly string[] {
  return [
    ...resources.map(({ address }) => address),
    ...[...presets.keys()].map((name) => `preset/${name}`),
    ...removed.map(({ address }) => `removed ${address}`),
    ...approvals.map(({ address }) => `approval ${address}`),
  ];
}

function summary({ vars, ids, adopt, drift }: Environment): unknown {
  return {
    vars: [...vars.keys()],
    ids: Object.fromEntries([...ids.values()].map(({ name, id }) => [name, id])),
    adopt: Object.fromEntries(
      adopt.map(({ address, id, edge_id }) => [address, edge_id === undefined ? id : `${edge_id}/${id}`]),
    ),
    drift,
  };
}

describe('where it is', () => {
  test('is found from a folder below; the nearest one counts', () => {
    withFiles({ ...plain, 'a/b/c.txt': '', 'inner/edgewright.yaml': 'version: 1\n' }, (root) => {
      expect(loadWorkspace({ from: path.join(root, 'a/b') }).root).toBe(root);
      expect(loadWorkspace({ from: path.join(root, 'inner') }).root).toBe(path.join(root, 'inner'));
    });
  });

  test('there is none', () => {
    withFiles({ 'a.txt': '' }, (root) => {
      expect(() => loadWorkspace({ from: root })).toThrow(UserError);
      expect(() => loadWorkspace({ from: root })).toThrow(
        'there is no edgewright.yaml here or in a folder above',
      );
    });
  });

  test('its settings are a link, a folder, binary, too large', () => {
    withFiles({ 'other.yaml': 'version: 1\n' }, (root) => {
      const file = path.join(root, 'edgewright.yaml');
      symlinkSync(path.join(root, 'other.yaml'), file);
      expect(() => loadWorkspace({ from: root })).toThrow(
        'edgewright.yaml cannot be read: this is a symbolic link',
      );
    });
    withFiles({ 'edgewright.yaml/a': '' }, (root) => {
      expect(() => loadWorkspace({ from: root })).toThrow(
        'edgewright.yaml cannot be read: this is not a regular file',
      );
    });
    withFiles({ 'edgewright.yaml': 'a\0b' }, (root) => {
      expect(() => loadWorkspace({ from: root })).toThrow(
        'edgewright.yaml cannot be read: this is a binary file',
      );
    });
    withFiles({ 'edgewright.yaml': `# ${'x'.repeat(1024 * 1024)}` }, (root) => {
      expect(() => loadWorkspace({ from: root })).toThrow(
        'edgewright.yaml cannot be read: the file is larger than 1 MiB',
      );
    });
  });

  test('the .gitignore files above it count, up to the top of the working tree', () => {
    const files = {
      '.gitignore': 'a.yaml\n',
      'repo/.git/HEAD': '',
      'repo/.gitignore': 'ws/resources/b.yaml\n',
    };
    const inner = Object.fromEntries(Object.entries(plain).map(([name, text]) => [`repo/ws/${name}`, text]));
    withFiles({ ...files, ...inner, 'repo/ws/resources/b.yaml': 'kind: endpoint\nname: b\n' }, (root) => {
      expect(contents(loadWorkspace({ from: path.join(root, 'repo/ws') }))).toEqual(['endpoint/a']);
    });
  });
});

describe('files that cannot be read', () => {
  test('bytes that are no text', () => {
    withFiles({ ...plain, 'resources/nul.yaml': 'a: 1\nb: \0\n' }, (root) => {
      writeFileSync(path.join(root, 'resources/latin.yaml'), Buffer.from('a: caf\xe9\n', 'latin1'));
      writeFileSync(path.join(root, 'resources/cut.yaml'), Buffer.from([0x61, 0xe2, 0x82]));
      writeFileSync(path.join(root, 'resources/utf16.yaml'), Buffer.from('\ufeffa: 1\n', 'utf16le'));
      writeFileSync(path.join(root, 'resources/large.yaml'), `a: ${'x'.repeat(1024 * 1024)}`);
      expect(loadWorkspace({ from: root }).diagnostics.map(shown)).toEqual([
        'resources/cut.yaml:1:2 file-unreadable: the byte 0xe2 is not UTF-8',
        'resources/large.yaml:1:1 file-unreadable: the file is larger than 1 MiB',
        'resources/latin.yaml:1:7 file-unreadable: the byte 0xe9 is not UTF-8',
        'resources/nul.yaml:2:4 file-unreadable: this is a binary file: it has a NUL byte here',
        'resources/utf16.yaml:1:1 file-unreadable: the file is not UTF-8 but probably UTF-16',
      ]);
    });
  });

  test('links and pipes where a resource might be; a link that is nothing to us is left alone', () => {
    withFiles({ ...plain, 'outside/b.yaml': 'kind: endpoint\nname: b\n', 'README.md': '' }, (root) => {
      symlinkSync(path.join(root, 'outside/b.yaml'), path.join(root, 'resources/link.yaml'));
      symlinkSync(path.join(root, 'outside'), path.join(root, 'resources/folder'));
      symlinkSync(path.join(root, 'README.md'), path.join(root, 'resources/README.md'));
      symlinkSync('loop', path.join(root, 'resources/loop'));
      execFileSync('mkfifo', [path.join(root, 'resources/pipe.yaml')]);
      const workspace = loadWorkspace({ from: root });
      expect(workspace.diagnostics.map(shown)).toEqual([
        'resources/folder:1:1 file-unreadable: this is a symbolic link to a folder; links are not followed',
        'resources/link.yaml:1:1 file-unreadable: this is a symbolic link; links are not followed',
        'resources/pipe.yaml:1:1 file-unreadable: this is not a regular file',
      ]);
      expect(contents(workspace)).toEqual(['endpoint/a']);
    });
  });

  test.skipIf(process.getuid?.() === 0)('files and folders without permission', () => {
    withFiles({ ...plain, 'resources/closed/b.yaml': '' }, (root) => {
      chmodSync(path.join(root, 'resources/a.yaml'), 0);
      chmodSync(path.join(root, 'resources/closed'), 0);
      const found = loadWorkspace({ from: root }).diagnostics.map(shown);
      chmodSync(path.join(root, 'resources/closed'), 0o700);
      expect(found).toEqual([
        'resources/closed:1:1 file-unreadable: this folder cannot be read',
        'resources/a.yaml:1:1 file-unreadable: permission to read the file is missing',
      ]);
    });
  });
});

describe('another content than the disk’s', () => {
  test('replaces a file, adds one, and is seen by `$(file:)`', () => {
    withFiles({ ...plain, 'policies/p.json': '{}' }, (root) => {
      const overlay = new Map([
        ['resources/a.yaml', 'kind: endpoint\nname: changed\n'],
        [path.join(root, 'resources/new/b.yaml'), 'kind: endpoint\nname: b\n'],
        ['policies/p.json', '{"on":1}'],
        ['../outside.yaml', 'kind: endpoint\nname: c\n'],
      ]);
      const workspace = loadWorkspace({ from: root, overlay });
      expect(contents(workspace)).toEqual(['endpoint/changed', 'endpoint/b']);
      expect(workspace.readFile('policies/p.json')).toMatchObject({ text: '{"on":1}' });
    });
  });
});

describe('files that `$(file:path)` may read', () => {
  const refusals: readonly [string, string][] = [
    ['/etc/hostname', 'leaves the workspace; paths are relative to its root'],
    ['../secret.txt', 'leaves the workspace; paths are relative to its root'],
    ['policies/../../secret.txt', 'leaves the workspace; paths are relative to its root'],
    ['policies\\p.json', 'has `\\` where a path has `/`'],
    ['policies/../policies/p.json', 'has `..` in its path: write it without'],
    ['policies/../../p.json', 'leaves the workspace; paths are relative to its root'],
    ['C:/p.json', 'leaves the workspace; paths are relative to its root'],
    ['.', 'leaves the workspace; paths are relative to its root'],
    ['nowhere.json', 'does not exist'],
    ['policies/p.json/x', 'does not exist'],
    ['policies', 'is a folder'],
    ['policies/link.json', 'is, or is behind, a symbolic link; links are not followed'],
    ['behind/p.json', 'is, or is behind, a symbolic link; links are not followed'],
    ['pipe', 'is not a regular file'],
    ['.git/config', 'is hidden (its name begins with `.`)'],
    ['policies/.env', 'is hidden (its name begins with `.`)'],
    ['secrets/SHOP', 'is left out by `.gitignore`'],
    ['policies/local.json', 'is left out by `.gitignore`'],
    ['large.txt', 'cannot be used: the file is larger than 1 MiB'],
    ['binary.txt', 'cannot be used: this is a binary file: it has a NUL byte here'],
  ];
  const files = {
    ...plain,
    '.gitignore': 'secrets/\n',
    '.git/config': 'token',
    'policies/p.json': '{"a": "\u{1F600}"}\r\n',
    'policies/.gitignore': 'local.json\n',
    'policies/local.json': '{}',
    'policies/.env': 'A=b',
    'secrets/SHOP': 'x',
    'large.txt': 'x'.repeat(1024 * 1024 + 1),
    'binary.txt': 'a\0',
  };

  test.each(refusals)('%s: %s', (file, problem) => {
    withFiles(files, (root) => {
      mkdirSync(path.join(root, 'real'));
      writeFileSync(path.join(root, 'real/p.json'), '{}');
      symlinkSync('p.json', path.join(root, 'policies/link.json'));
      symlinkSync('real', path.join(root, 'behind'));
      execFileSync('mkfifo', [path.join(root, 'pipe')]);
      expect(loadWorkspace({ from: root }).readFile(file)).toEqual({ problem });
    });
  });

  test('a file inside, with the line ends of every checkout', () => {
    withFiles(files, (root) => {
      const { readFile } = loadWorkspace({ from: root });
      expect(readFile('./policies//p.json')).toMatchObject({
        text: files['policies/p.json'].replaceAll('\r\n', '\n'),
        source: { path: 'policies/p.json' },
      });
      expect(readFile('policies/p.json')).toMatchObject({
        text: files['policies/p.json'].replaceAll('\r\n', '\n'),
      });
    });
  });
});
