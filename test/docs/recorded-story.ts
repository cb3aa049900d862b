import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { normalizer } from '../scenarios/normalize.ts';
import { playCommand } from '../scenarios/play-command.ts';
import type { Block } from './markdown.ts';
import { changesOf, fileOf, playBlock, playDirective, withChanges, writeBlock, type Story } from './story.ts';

/**
 * What came of a block: of a console block its text as it should be, of the others what lint says once they are there.
 */
export interface Played {
  readonly block: Block;
  readonly text?: string;
  readonly lint?: string;
  /** Why it could not be played, mostly because of a block above it. */
  readonly failure?: string;
}

/** Plays the blocks of the page from top to bottom in one folder. */
export async function playStory(blocks: readonly Block[]): Promise<readonly Played[]> {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'edgewright-readme-')));
  const story: Story = { root, cwd: root, env: {} };
  const played: Played[] = [];
  let written: Played[] = [];
  try {
    for (const block of blocks) {
      const named = block.language === 'yaml' ? fileOf(block) : undefined;
      if (named !== undefined) {
        const text = withChanges(block.text, changesOf(played.map((each) => [each.block.text, each.text])));
        writeBlock(story, named.file, text);
        if (!named.isWrong) written.push({ block, ...(text === block.text ? {} : { text }) });
        continue;
      }
      const isDirective = block.language === 'directive';
      if (!isDirective && block.language !== 'console') continue;
      if (written.length > 0) {
        const lint = await linted(story);
        played.push(...written.map((each) => ({ ...each, lint })));
        written = [];
      }
      const play = isDirective ? playDirective : playBlock;
      played.push(await attempt(block, () => play(story, block)));
    }
    return played;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** Goes on after a failure: the first block that fails says what is wrong. */
async function attempt(block: Block, play: () => Promise<string | undefined>): Promise<Played> {
  try {
    const text = await play();
    return text === undefined ? { block } : { block, text };
  } catch (error) {
    return { block, failure: String(error) };
  }
}

async function linted({ cwd, env }: Story): Promise<string> {
  const { stdout, stderr } = await playCommand({ folder: cwd, env }, {}, 'lint --format compact');
  return stdout + stderr;
}

/** Texts in which what differs from run to run (ids, times) is the same. */
export function comparable(texts: readonly string[]): readonly string[] {
  const { normalize } = normalizer('/no/such/folder');
  return texts.map((text) => normalize(text));
}
