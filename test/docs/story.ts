import { nodeHost } from '../../src/run/session/node-host.ts';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { KindName } from '../../src/kinds/kind.ts';
import type { JsonObject } from '../../src/model/value.ts';
import { startServer } from '../../src/server/start-server.ts';
import { playCommand } from '../scenarios/play-command.ts';
import type { Block } from './markdown.ts';

/** A line `$ command  # exit 6` of a console block, and what stands below it. */
export interface Said {
  readonly command: string;
  readonly exit: number;
}

/** Where the story is: one folder to begin with, the folder a reader has gone into, the variables that were set. */
export interface Story {
  readonly root: string;
  cwd: string;
  /** Where to return to from the copy of an example. */
  before?: string;
  readonly env: Record<string, string>;
}

export function commandsOf(block: Block): readonly Said[] {
  return [...block.text.matchAll(/^\$ (.*?)(?: +# exit (\d+))?$/gm)].map(([, command = '', exit]) => ({
    command,
    exit: Number(exit ?? 0),
  }));
}

/** Does what a console block says; gives the block as it should be, commands and complete output. */
export async function playBlock(story: Story, block: Block): Promise<string> {
  const texts: string[] = [];
  for (const { command } of commandsOf(block)) {
    const { exit, output } = await playLine(story, command);
    texts.push(`$ ${command}${exit === 0 ? '' : `  # exit ${exit}`}\n${output}`);
  }
  return texts.join('');
}

async function playLine(story: Story, command: string): Promise<{ exit: number; output: string }> {
  const [verb = '', argument = ''] = command.split(' ');
  const target = path.resolve(story.cwd, argument);
  switch (verb) {
    case 'edgewright': {
      const where = { folder: story.cwd, env: { HOME: story.root, ...story.env } };
      const { exit, stdout, stderr } = await playCommand(where, {}, command.slice(verb.length));
      return { exit, output: `${stderr}${stdout}`.replaceAll(/[ \t]+$/gm, '') };
    }
    case 'export': {
      const [name = '', value = ''] = argument.split('=');
      story.env[name] = value;
      return silent;
    }
    case 'mkdir':
      mkdirSync(target);
      return silent;
    case 'cd':
      story.cwd = target;
      return silent;
    case 'rm':
      rmSync(target);
      return silent;
    case 'cat':
      return { exit: 0, output: readFileSync(target, 'utf8') };
    default:
      throw new Error(`the story has no way to run \`${command}\``);
  }
}

const silent = { exit: 0, output: '' };

/**
 * `# resources/shop.yaml` at the top of a block names its file; `, with …` behind it says that it is wrong on purpose.
 */
export function fileOf(block: Block): { readonly file: string; readonly isWrong: boolean } | undefined {
  const [, file, wrong] = /^# ([\w./-]+\.ya?ml)(, with .*)?$/m.exec(block.text.split('\n')[0] ?? '') ?? [];
  return file === undefined ? undefined : { file, isWrong: wrong !== undefined };
}

export function writeBlock(story: Story, file: string, text: string): void {
  const target = path.join(story.cwd, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, withLineage(text, target));
}

/**
 * `outside production https-route/shop {…}` changes fields in the dashboard; `outside production endpoint {…}` adds
 * one; `run edgewright …` is what the text above it says; `example <name>` goes on in a copy of an example, `example
 * none` where the story was.
 */
export async function playDirective(story: Story, block: Block): Promise<undefined> {
  const { cwd } = story;
  if (block.text.startsWith('run ')) {
    const { exit, output } = await playLine(story, block.text.slice('run '.length));
    if (exit !== 0) throw new Error(output);
    return undefined;
  }
  if (block.text.startsWith('example ')) {
    enterExample(story, block.text.slice('example '.length));
    return undefined;
  }
  const [, environment = '', what = '', fields = ''] =
    /^outside (\S+) (\S+) (\{.*\})$/s.exec(block.text) ?? [];
  const local = path.join(cwd, '.edgewright', 'local', environment);
  const server = await startServer({ store: { host: await nodeHost(), directory: path.join(local, 'api') } });
  try {
    const spec = JSON.parse(fields) as JsonObject;
    if (!what.includes('/')) {
      await server.outside.add(what as KindName, spec);
      return undefined;
    }
    const { resources } = JSON.parse(readFileSync(path.join(local, 'ledger.json'), 'utf8'));
    const { kind, id } = resources[what] as { kind: KindName; id: string };
    await server.outside.change(kind, id, spec);
    return undefined;
  } finally {
    await server.close();
  }
}

function enterExample(story: Story, name: string): void {
  if (name === 'none') {
    if (story.before === undefined) throw new Error('the story is in no example');
    story.cwd = story.before;
    delete story.before;
    return;
  }
  const copy = path.join(story.root, 'examples', name);
  cpSync(path.join(import.meta.dirname, '../../examples', name), copy, { recursive: true });
  story.before = story.cwd;
  story.cwd = copy;
}

/** The text with the lineage of the file that it replaces: none that a page prints works when it is copied. */
export function withLineage(text: string, target: string): string {
  const before = existsSync(target) ? readFileSync(target, 'utf8') : '';
  const [, lineage = '7c0e9a52-3b1d-4f6e-9f0a-5d2c8b7e1a41'] = /lineage: ([\w-]+)/.exec(before) ?? [];
  return text.replaceAll('<your-lineage>', lineage);
}

/** The ids of changes that a page shows, each with the one that is printed in its place now: the mock API draws ids. */
export function changesOf(
  texts: readonly (readonly [shown: string, now: string | undefined])[],
): ReadonlyMap<string, string> {
  const ids = /(?<=change: +"?)[0-9a-f]{32}/g;
  return new Map(
    texts.flatMap(([shown, now = '']) => {
      const printed = now.match(ids) ?? [];
      return (shown.match(ids) ?? []).map((id, at) => [id, printed[at] ?? id] as const);
    }),
  );
}

/** An approval that repeats a change id of the page allows the change of this run; any other id allows nothing. */
export function withChanges(text: string, changes: ReadonlyMap<string, string>): string {
  return text.replaceAll(/(?<=^change: )[0-9a-f]{32}$/gm, (id) => changes.get(id) ?? id);
}
