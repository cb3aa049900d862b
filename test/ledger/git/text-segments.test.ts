import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Folder, Write } from '../../../src/ledger/backend.ts';
import {
  fileChanges,
  listTexts,
  joinedText,
  type EnvironmentFiles,
  type FileChanges,
} from '../../../src/ledger/git/text-segments.ts';
import { aRun } from '../a-run.ts';
import { memoryBackend } from '../memory-backend.ts';
import { runs } from '../../runs.ts';

/** A folder of a branch: texts by path, which are their own ids. */
function folderOf(stored: ReadonlyMap<string, string>): EnvironmentFiles {
  return {
    paths: () => stored.keys(),
    idOf: (path) => stored.get(path),
    read: (id) => Promise.resolve(id),
  };
}

function commit(stored: Map<string, string>, changes: FileChanges): void {
  for (const [path, change] of changes) {
    if (change === 'removed') stored.delete(path);
    else stored.set(path, 'id' in change ? change.id : change.text);
  }
}

function isRefused(texts: ReadonlyMap<string, string>, one: Write): boolean {
  return ('create' in one && texts.has(one.create)) || ('keep' in one && !texts.has(one.keep));
}

const names = ['journal/1.jsonl', 'journal/2.jsonl', 'history.jsonl', 'ledger.json', 'rollback/1.json'];
const name = fc.constantFrom(...names);
const text = fc
  .tuple(fc.string(), fc.constantFrom(0, 1, 70_000, 200_000))
  .map(([one, more]) => one + 'é'.repeat(more));
const write: fc.Arbitrary<Write> = fc.oneof(
  fc.record({ append: name, text }),
  fc.record({ put: name, text }),
  fc.record({ keep: name, as: name }),
  fc.record({ remove: name }),
  fc.record({ create: name, text }),
);

it('gives the texts that the writes make, whatever they are and however they are batched', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(write, { maxLength: 5 }), { maxLength: 8 }), async (batches) => {
      const stored = new Map<string, string>();
      const memory = memoryBackend();
      const lock = await memory.lock(aRun);
      for (const batch of batches) {
        const done: Write[] = [];
        for (const one of batch) {
          if (isRefused(memory.texts, one)) {
            await expect(fileChanges(folderOf(stored), [...done, one], String)).rejects.toThrow();
          } else {
            await lock.write([one]);
            done.push(one);
          }
        }
        commit(stored, await fileChanges(folderOf(stored), done, String));
      }
      const files = folderOf(stored);
      for (const each of names) expect((await joinedText(files, each)) === memory.texts.get(each)).toBe(true);
      for (const folder of ['', 'journal/', 'rollback/'] satisfies Folder[])
        expect(listTexts(files, folder, 'lock.json')).toEqual(await memory.list(folder));
    }),
    { numRuns: runs(200) },
  );
});
