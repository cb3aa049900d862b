import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { normalizer } from '../../scenarios/normalize.ts';
import { openStageApi, type StageApi } from '../../scenarios/stage-api.ts';
import type { ApiSetting, Outside } from '../../scenarios/scenario.ts';
import { kindNames } from '../../../src/kinds/index.ts';
import type { Block } from '../markdown.ts';
import { setUpProblem } from '../shell-blocks.ts';
import { changesOf, commandsOf, withChanges, withLineage } from '../story.ts';
import { inBash, openShell, runLine, type Shell } from './guide-shell.ts';

interface Guide {
  readonly shell: Shell;
  api?: StageApi;
}

const repository = path.join(import.meta.dirname, '../../..');
const accounts = path.join(import.meta.dirname, 'accounts');
const scenes = path.join(import.meta.dirname, 'scenes');

/**
 * Plays the blocks of a guide from top to bottom: a block whose first line names a file writes it, console blocks run
 * line by line, `sh` blocks as a whole. Gives what each console block should say, and '' for the others; a block that
 * cannot be played is a failure, mostly because of a block above it. `atEnd` goes on where the reader is then.
 */
export async function playGuide(
  blocks: readonly Block[],
  atEnd?: (shell: Shell) => Promise<void>,
): Promise<{ readonly texts: readonly string[]; readonly failures: readonly string[] }> {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'edgewright-guide-')));
  const guide: Guide = { shell: openShell(root) };
  const texts: string[] = [];
  const failures: string[] = [];
  try {
    for (const block of blocks) {
      const above = texts.map((now, at) => [blocks[at]?.text ?? '', now] as const);
      const text = withChanges(block.text, changesOf(above));
      try {
        texts.push(await playBlock(guide, { ...block, text }));
      } catch (error) {
        failures.push(String(error));
        texts.push('');
      }
    }
    await atEnd?.(guide.shell);
    return { texts, failures };
  } finally {
    await guide.api?.close();
    rmSync(root, { recursive: true, force: true });
  }
}

async function playBlock(guide: Guide, { language, text }: Block): Promise<string> {
  if (language === 'directive') return playDirective(guide, text);
  if (language === 'console') return playConsole(guide, text);
  const [, file] = /^(?:#|\/\/|<!--) ([\w./-]+)(?:, .*)?(?: -->)?\n/.exec(text) ?? [];
  if (file !== undefined) {
    const target = path.join(guide.shell.cwd, file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, withLineage(text, target));
    return '';
  }
  // Installs Edgewright, which the shell has already.
  if (text.startsWith('git clone <')) return checkedSetUp(text);
  if (language !== 'sh') throw new Error(`no test runs this block:\n${text}`);
  return succeeded(await inBash(guide.shell, text), text);
}

async function playConsole({ shell }: Guide, text: string): Promise<string> {
  let said = '';
  for (const { command } of commandsOf({ text } as Block)) {
    const { exit, output } = await runLine(shell, command);
    said += `$ ${command}${exit === 0 ? '' : `  # exit ${exit}`}\n${output}`;
  }
  return said;
}

/**
 * `api {…}`, `example minimal edges`, `lose POST /endpoints`, `only reads`, `scene lock-left-behind`, `empty account`,
 * `later 3600`, `outside {…}`, `run …`: preparations a reader does not see.
 */
async function playDirective(guide: Guide, directive: string): Promise<string> {
  const { shell } = guide;
  const [, verb = '', rest = ''] = /^(\w+) (.*)$/s.exec(directive) ?? [];
  switch (verb) {
    case 'run':
      return succeeded(await runLine(shell, rest), rest);
    case 'example': {
      const [name = '', folder = ''] = rest.split(' ');
      cpSync(path.join(repository, 'examples', name), path.join(shell.cwd, folder), { recursive: true });
      return '';
    }
    case 'api': {
      await guide.api?.close();
      const setting = JSON.parse(rest) as ApiSetting;
      guide.api = await openStageApi(accounts, setting);
      shell.env['EDGEWRIGHT_API_URL'] = guide.api.url;
      if (setting.token !== undefined) shell.env['EDGEWRIGHT_API_TOKEN'] = setting.token;
      return '';
    }
    case 'only': {
      const others = guide.api?.requests().filter(({ method }) => method !== 'GET');
      if (rest !== 'reads' || others?.length !== 0) throw new Error(`sent ${JSON.stringify(others)}`);
      return '';
    }
    case 'scene':
      return succeeded(await inBash(shell, `bash '${path.join(scenes, rest)}.sh'`), rest);
    case 'later':
      shell.later += Number(rest);
      return '';
    case 'empty':
      for (const kind of kindNames)
        for (const { id } of guide.api?.outside.objects(kind) ?? [])
          await guide.api?.outside.remove(kind, id);
      return '';
    case 'lose':
      guide.api?.answerWith([{ on: rest, times: 1, cut: 'after' }]);
      return '';
    case 'outside':
      await guide.api?.changeOutside(JSON.parse(rest) as Outside);
      return '';
    default:
      throw new Error(`no guide can \`${directive}\``);
  }
}

function checkedSetUp(text: string): string {
  const problems = text
    .trimEnd()
    .split('\n')
    .flatMap((line) => setUpProblem(line) ?? []);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return '';
}

function succeeded({ exit, output }: { exit: number; output: string }, what: string): string {
  if (exit !== 0) throw new Error(`\`${what}\` ended with ${exit}:\n${output}`);
  return '';
}

/** Texts in which what differs from run to run (ids, times, ports) is the same. */
export function sameEveryTime(texts: readonly string[]): readonly string[] {
  const { normalize } = normalizer('/no/such/folder');
  return texts.map((text) => normalize(text.replaceAll(/\/tmp\/edgewright-guide-\w+/g, '/home/ada')));
}
