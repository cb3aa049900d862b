/*
 * The guides of docs/: each is played in a folder of its own, with a real shell, real git and the local API. What the
 * commands print is compared with the page. `npm run record test/docs/guides/guides.prove.ts` writes what they
 * print now.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isUpdating } from '../../golden.ts';
import { blocksOf } from '../markdown.ts';
import { guides, repository } from '../page.ts';
import { changesOf, withChanges } from '../story.ts';
import { playGuide, sameEveryTime } from './play-guide.ts';

test.each(guides)('%s does what it says', async (name) => {
  const file = path.join(repository, name);
  const page = readFileSync(file, 'utf8');
  const blocks = blocksOf(page);
  const { texts, failures } = await playGuide(blocks);
  const consoles = blocks.flatMap((block, index) =>
    block.language === 'console' ? [{ block, now: forReaders(texts[index] ?? '') }] : [],
  );
  if (isUpdating) {
    const updated = consoles.reduceRight(
      (text, { block, now }) => text.slice(0, block.start) + now + text.slice(block.end),
      page,
    );
    const changes = changesOf(consoles.map(({ block, now }) => [block.text, now]));
    writeFileSync(file, withChanges(updated, changes));
    expect(failures).toEqual([]);
  } else {
    expect(failures).toEqual([]);
    const written = sameEveryTime(consoles.map(({ block }) => block.text));
    expect(sameEveryTime(consoles.map(({ now }) => now))).toEqual(written);
  }
});

/** The address of the local API, and the folder, as a reader would have them. */
function forReaders(text: string): string {
  return text
    .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, 'https://api.example.com')
    .replaceAll(/\/tmp\/edgewright-guide-\w+/g, '/home/ada');
}
