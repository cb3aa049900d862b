import type { Backend, Write } from '../../src/ledger/backend.ts';
import type { RunAbout } from '../../src/model/ledger/journal.ts';
import { unsafeError } from '../../src/ledger/ledger-error.ts';

/** Texts in memory, for one process: what a run is killed out of is simply what was written so far. */
export function memoryBackend(texts = new Map<string, string>()): Backend & {
  readonly texts: ReadonlyMap<string, string>;
} {
  let holder: { readonly run: RunAbout } | undefined;
  return {
    texts,
    shown: (name) => name,
    list: (folder) =>
      Promise.resolve(
        [...texts.keys()]
          .filter((name) => name.startsWith(folder) && !name.slice(folder.length).includes('/'))
          .map((name) => name.slice(folder.length))
          .sort(),
      ),
    read: (name) => Promise.resolve(texts.get(name)),
    unlock: (id) => {
      if (holder === undefined) return Promise.resolve('not-locked');
      if (holder.run.id !== id) return Promise.resolve({ other: holder.run });
      holder = undefined;
      return Promise.resolve('unlocked');
    },
    environments: () => Promise.resolve([]),
    holders: () => Promise.resolve(holder === undefined ? [] : [holder]),
    lock: (run) => {
      if (holder !== undefined)
        return Promise.reject(unsafeError('the ledger is locked', 'wait', holder.run));
      const mine = { run };
      holder = mine;
      return Promise.resolve({
        write: (writes) => {
          if (holder !== mine) return Promise.reject(unsafeError('the lock was taken over', 'plan again'));
          for (const write of writes) writeText(texts, write);
          return Promise.resolve();
        },
        reserve: () => Promise.resolve(),
        release: () => {
          if (holder === mine) holder = undefined;
          return Promise.resolve();
        },
      });
    },
  };
}

function writeText(texts: Map<string, string>, write: Write): void {
  if ('create' in write) {
    if (texts.has(write.create)) throw new Error(`${write.create} exists`);
    texts.set(write.create, write.text);
  } else if ('append' in write) texts.set(write.append, (texts.get(write.append) ?? '') + write.text);
  else if ('put' in write) texts.set(write.put, write.text);
  else if ('keep' in write) texts.set(write.as, texts.get(write.as) ?? texts.get(write.keep) ?? '');
  else texts.delete(write.remove);
}
