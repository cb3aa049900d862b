/** Whatever becomes of an apply: all of stdout is lines of the schema, and the last one is `end` with the exit code. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { main } from '../../../src/main.ts';
import type { Io } from '../../../src/model/io.ts';
import { startServer, type RunningServer } from '../../../src/server/start-server.ts';
import { service } from '../../remote/api/service.ts';
import { ioThatIsSilent } from '../../docs/silent-io.ts';
import { makeFolder, type Folder } from '../../pipeline/workspace-folder.ts';
import { checkedLine } from '../../scenarios/check-events.ts';

let server: RunningServer;
let folder: Folder;

beforeEach(async () => {
  server = await startServer({ store: 'memory' });
  folder = makeFolder({ EDGEWRIGHT_API_URL: server.url });
  folder.write('edgewright.yaml', settings);
  folder.write('environments/production.yaml', '{}\n');
  for (const name of ['a', 'b']) folder.write(`resources/${name}.yaml`, resource(name));
  await folder.run(['ledger', 'init']);
});
afterEach(async () => {
  folder.remove();
  await server.close();
});

const settings = 'version: 1\nledger: { store: file, lineage: 7c0e0000-0000-4000-8000-000000000001 }\n';
const json = ['--format', 'json'];
const words = ['apply', '--yes', ...json];

function resource(name: string): string {
  return `kind: endpoint\nname: ${name}\nspec: { url: https://${name}.example.com }\n`;
}

interface Case {
  readonly before?: () => unknown;
  readonly words?: readonly string[];
  readonly exit: number;
  /** The events, without those of steps. */
  readonly events: readonly string[];
  /** Part of the message that `end` has; undefined: none. */
  readonly error?: string;
}

const whole = ['start', 'summary', 'end'];
const refused = ['start', 'end'];
const early = ['end'];
const applied = (): Promise<unknown> => folder.run(words);
const saved = (): Promise<unknown> => folder.run(['plan', '--save', 'plan.json']);

const cases: Readonly<Record<string, Case>> = {
  'everything is done': { exit: 0, events: whole },
  'there is nothing to do': { before: applied, exit: 0, events: whole },
  'a gate refuses': {
    before: async () => {
      await applied();
      folder.write('resources/b.yaml', resource('c'));
    },
    exit: 6,
    events: refused,
  },
  'the files have errors': {
    before: () => folder.write('resources/b.yaml', resource('b').replace('url:', 'ulr:')),
    exit: 1,
    events: early,
    error: 'has errors in its files, so nothing is done',
  },
  'the settings have errors': {
    before: () => folder.write('edgewright.yaml', `${settings}unknown: 1\n`),
    exit: 78,
    events: early,
    error: 'has errors in its files, so nothing is done',
  },
  'a file is not YAML': {
    before: () => folder.write('resources/b.yaml', 'kind: [\n'),
    exit: 1,
    events: early,
    error: 'has errors in its files',
  },
  'there is no terminal to ask': {
    words: ['apply', ...json],
    exit: 64,
    events: early,
    error: 'requires --yes',
  },
  'there are several environments': {
    before: () => folder.write('environments/staging.yaml', '{}\n'),
    exit: 64,
    events: early,
    error: 'name an environment with --env',
  },
  'several environments, and no terminal': {
    before: () => folder.write('environments/staging.yaml', '{}\n'),
    words: ['apply', ...json],
    exit: 64,
    events: early,
    error: 'requires --env where there are 2 environments',
  },
  'options contradict each other': {
    words: [...words, '--skip-stale'],
    exit: 64,
    events: early,
    error: 'requires a saved plan',
  },
  'the API is away': {
    words: ['apply', '--yes', ...json],
    before: () => server.close(),
    exit: 69,
    events: early,
    error: 'the connection was refused',
  },
  'a saved plan is applied': { before: saved, words: [...words, 'plan.json'], exit: 0, events: whole },
  'a saved plan is applied twice': {
    before: async () => {
      await saved();
      await folder.run([...words, 'plan.json']);
    },
    words: [...words, 'plan.json'],
    exit: 5,
    events: early,
    error: 'was applied already',
  },
  'a saved plan is stale': {
    before: async () => {
      await saved();
      folder.write('resources/a.yaml', resource('a').replace('a.example', 'other.example'));
    },
    words: [...words, 'plan.json'],
    exit: 5,
    events: early,
    error: 'is stale',
  },
  'the rest of a stale plan is applied': {
    before: async () => {
      await saved();
      folder.write('resources/a.yaml', resource('a').replace('a.example', 'other.example'));
    },
    words: [...words, '--skip-stale', 'plan.json'],
    exit: 3,
    events: whole,
  },
  'a saved plan is damaged': {
    before: () => folder.write('plan.json', '{"a'),
    words: [...words, 'plan.json'],
    exit: 5,
    events: early,
    error: 'cannot be read',
  },
  'a folder is given as the plan': {
    words: [...words, 'resources'],
    exit: 64,
    events: early,
    error: 'is a folder',
  },
  'a run is undone': {
    before: applied,
    words: [...words, '--rollback', '2', '--allow-deletes', '2'],
    exit: 0,
    events: whole,
  },
  'a run is undone already': {
    before: async () => {
      await applied();
      await folder.run(['apply', '--yes', '--rollback', '2', '--allow-deletes', '2']);
    },
    words: [...words, '--rollback', '2'],
    exit: 0,
    events: early,
  },
  'the run to undo does not exist': {
    words: [...words, '--rollback', '9'],
    exit: 64,
    events: early,
    error: 'does not exist or cannot be undone',
  },
  'the runs that can be undone are listed': {
    words: [...words, '--rollback'],
    exit: 64,
    events: early,
    error: 'has no other format than text',
  },
  'another report cannot be written in the end': {
    words: [...words, '--format', 'markdown=/dev/full'],
    exit: 74,
    events: whole,
    error: 'cannot write `/dev/full`',
  },
  'another report cannot be written, and the run has failed': {
    words: ['apply', ...json, '--format', 'markdown=/dev/full'],
    exit: 64,
    events: early,
    error: 'requires --yes',
  },
};

describe('the stream ends with `end` where', () => {
  test.each(Object.entries(cases))('%s', async (_name, { before, words: typed = words, ...expected }) => {
    await before?.();
    const { exit, stdout, stderr } = await folder.run(typed);
    expect(exit, stderr).toBe(expected.exit);
    checkStream(stdout, expected);
  });
});

function checkStream(stream: string, { exit, events, error }: Omit<Case, 'before' | 'words'>): void {
  const lines = stream.split(/(?<=\n)/).map(checkedLine);
  expect(lines.map(({ event }) => event).filter((event) => event !== 'step')).toEqual(events);
  const message = expect.stringContaining(error ?? '') as string;
  expect(lines.at(-1)?.['exit_code']).toBe(exit);
  if (error === undefined) expect(lines.at(-1)).not.toHaveProperty('error');
  else expect(lines.at(-1)).toMatchObject({ error: { message } });
}

test('a stream in a file replaces the one before, and ends as on stdout', async () => {
  for (const [typed, exit, events] of [
    [['apply', '--yes'], 0, whole],
    [['apply'], 64, early],
  ] as const) {
    const ran = await folder.run([...typed, '--format', 'json=events.jsonl']);
    expect(ran.exit).toBe(exit);
    const error = exit === 0 ? {} : { error: 'requires --yes' };
    checkStream(folder.read('events.jsonl'), { exit, events, ...error });
  }
});

test('a command line that cannot be read leaves no stream', async () => {
  for (const wrong of [['--nope'], ['-o', 'events.jsonl'], ['--format', 'text'], ['--format', 'json=a.yaml']])
    expect(await folder.run([...words, ...wrong])).toMatchObject({ exit: 64, stdout: '' });
  expect(existsSync(path.join(folder.root, 'events.jsonl'))).toBe(false);
});

/** The command line at a terminal, with stdout redirected. */
async function played(more: Partial<Io>, typed = ['apply', ...json]): Promise<{ exit: number; out: string }> {
  let out = '';
  const exit = await main(typed, {
    ...ioThatIsSilent,
    cwd: folder.root,
    env: { HOME: folder.root, EDGEWRIGHT_API_URL: server.url },
    stdout: (text) => void (out += text),
    ...more,
  });
  return { exit, out };
}

test('the answer to the question is no, or Ctrl-C', async () => {
  for (const [answer, exit] of [['n', 0] as const, [undefined, 130] as const]) {
    const ran = await played({ ask: () => Promise.resolve(answer) });
    expect(ran.exit).toBe(exit);
    checkStream(ran.out, { exit, events: refused });
  }
  expect(server.outside.objects('endpoint')).toEqual([]);
});

test('a signal ends the reading of the API at once, and the lock is given back', async () => {
  const stop = new AbortController();
  const silent = await service(() => stop.abort(143));
  const env = { HOME: folder.root, EDGEWRIGHT_API_URL: silent.url };
  const ran = await played({ signal: stop.signal, env }, words);
  await silent.close();
  checkStream(ran.out, { exit: 143, events: early, error: 'interrupted while reading the API' });
  expect(existsSync(path.join(folder.root, '.edgewright/production/ledger.lock'))).toBe(false);
});

const script = '/usr/bin/script';

test.skipIf(!existsSync(script))('a signal withdraws the question', async () => {
  const executable = path.resolve('bin/edgewright.js');
  const command = `echo $$ > pid; exec '${process.execPath}' '${executable}' apply --format json > out.jsonl`;
  const child = spawn(script, ['-qefc', command, '/dev/null'], {
    cwd: folder.root,
    env: { PATH: '/usr/bin:/bin', HOME: folder.root, TERM: 'xterm', EDGEWRIGHT_API_URL: server.url },
    // Without an end of input, so that only the signal can end the question.
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  let shown = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    if (!shown.includes('[y/N]') && (shown + text).includes('[y/N]'))
      process.kill(Number(readFileSync(path.join(folder.root, 'pid'), 'utf8')), 'SIGTERM');
    shown += text;
  });
  const [code] = (await once(child, 'close')) as unknown[];
  expect(code).toBe(143);
  expect(shown).toContain('Nothing was applied.');
  checkStream(folder.read('out.jsonl'), { exit: 143, events: refused });
});
