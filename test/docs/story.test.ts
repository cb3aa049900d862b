import { beforeAll, describe, expect, test } from 'vitest';
import { isUpdating } from '../golden.ts';
import { withDerivedCells } from './derived-tables.ts';
import {
  blocks,
  consoles,
  directives,
  drawings,
  editorSettings,
  hookSettings,
  hooks,
  libraryBlocks,
  lintStaged,
  pictures,
  readme,
  ruleBlocks,
  setUps,
  statements,
  told,
  withPlace,
  ciFiles,
  workspaceFiles,
  writePages,
} from './page.ts';
import { comparable, playStory, type Played } from './recorded-story.ts';
import { fileOf } from './story.ts';

/*
 * The README and the pages of docs/, run. Console blocks are one story, played from top to bottom through main; YAML
 * blocks are the files that the story goes on with; everything else is compared with the program. `npm run record
 * test/docs` writes what the commands print now, and the cells that follow from data, into the pages, for a person to
 * read and judge.
 */
let played: readonly Played[] = [];
beforeAll(async () => {
  played = await playStory(blocks);
  if (isUpdating) writePages(withDerivedCells(updated()));
});

function updated(): string {
  return [...played]
    .sort((a, b) => b.block.start - a.block.start)
    .reduce(
      (page, { block, text }) =>
        text === undefined ? page : page.slice(0, block.start) + text + page.slice(block.end),
      readme,
    );
}

test('no block is left out', () => {
  const covered = [
    consoles,
    workspaceFiles,
    ciFiles,
    hooks,
    hookSettings,
    lintStaged,
    setUps,
    ruleBlocks,
    libraryBlocks,
    pictures,
    drawings,
    directives,
    editorSettings,
    statements,
  ].flat();
  expect(blocks.filter((block) => !covered.includes(block)).map(({ text }) => text)).toEqual([]);
  expect(told.match(/^```/gm)).toHaveLength((blocks.length - directives.length) * 2);
});

describe('the story', () => {
  test.each(withPlace(consoles))('%s: says what the commands say', (_place, block) => {
    const index = consoles.indexOf(block);
    const ours = played.filter((each) => consoles.includes(each.block));
    const now = ours.map(({ text, failure }) => text ?? failure ?? '');
    // Ids are numbered in order of appearance, so both sides are read from the top.
    const written = comparable(consoles.map(({ text }) => text));
    expect(written[index]).toBe(comparable(now)[index]);
  });

  test.each(withPlace(directives))('%s: happens', (_place, block) => {
    expect(played.find((each) => each.block === block)).toEqual({ block });
  });

  test.each(withPlace(workspaceFiles))('%s: names its file and lints clean', (_place, block) => {
    const named = fileOf(block);
    expect(named).toBeDefined();
    const lint = played.find((each) => each.block === block)?.lint;
    if (named?.isWrong === true) expect(lint).toBeUndefined();
    else expect(lint).toMatch(/^no problems in \d+ files(; \d suppressed)?\n$/);
  });
});
