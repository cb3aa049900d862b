import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { isUpdating } from '../../golden.ts';
import { blocksOf } from '../markdown.ts';
import { repository } from '../page.ts';
import { changesOf, withChanges } from '../story.ts';
import type { Shell } from './guide-shell.ts';
import { playGuide, sameEveryTime } from './play-guide.ts';

/**
 * Plays a page that is a story of its own, and compares what its commands print with it; where texts are recorded,
 * writes it there. `atEnd` looks at the workspace that the page has made.
 */
export async function expectPage(name: string, atEnd?: (shell: Shell) => Promise<void>): Promise<void> {
  const file = path.join(repository, name);
  const page = readFileSync(file, 'utf8');
  const blocks = blocksOf(page);
  const { texts, failures } = await playGuide(blocks, atEnd);
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
}

/** The address of the local API, the folder and the lineage, as a reader would have them. */
function forReaders(text: string): string {
  return text
    .replaceAll(/(?<=lineage: )7c0e9a52-[\w-]+/g, '<your-lineage>')
    .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, 'https://api.example.com')
    .replaceAll(/\/tmp\/edgewright-guide-\w+/g, '/home/ada');
}
