/** What Windows does differently with files, by the errors that it gives. */
import { describe, expect, test } from 'vitest';
import { renameOverSync } from '../../src/run/cli/files/replace-file.ts';
import { heldOpenWaits, isClosedPipe } from '../../src/text/system/system-errors.ts';
import { renameOver, syncFolder } from '../../src/ledger/file/node-files.ts';

const failure = (code: string): Error => Object.assign(new Error(code), { code });

/** Fails so many times with this code. */
function failing(
  code: string,
  times: number,
): { readonly renameFile: () => void; readonly count: () => number } {
  let calls = 0;
  return {
    count: () => calls,
    renameFile: () => {
      calls++;
      if (calls <= times) throw failure(code);
    },
  };
}

const renames = [
  [
    'in the ledger',
    (system: string, { renameFile }: ReturnType<typeof failing>): Promise<void> =>
      renameOver('a', 'b', {
        system,
        renameFile: () => Promise.resolve().then(renameFile),
        wait: () => Promise.resolve(),
      }),
  ],
  [
    'of a report',
    (system: string, { renameFile }: ReturnType<typeof failing>): Promise<void> =>
      Promise.resolve().then(() => renameOverSync('a', 'b', { system, renameFile, wait: () => undefined })),
  ],
] as const;

describe.each(renames)('replacing a file %s', (_where, rename) => {
  test.each(['EPERM', 'EACCES', 'EBUSY'])('on Windows is tried again after %s', async (code) => {
    const file = failing(code, 3);
    await rename('win32', file);
    expect(file.count()).toBe(4);
  });

  test('on Windows fails in the end, with the error of the system', async () => {
    const file = failing('EBUSY', 1000);
    await expect(rename('win32', file)).rejects.toMatchObject({ code: 'EBUSY' });
    expect(file.count()).toBe(heldOpenWaits.length + 1);
  });

  test.each([
    ['linux', 'EPERM'],
    ['darwin', 'EBUSY'],
    ['win32', 'ENOSPC'],
    ['win32', 'ENOENT'],
  ])('on %s fails at once with %s', async (system, code) => {
    const file = failing(code, 1);
    await expect(rename(system, file)).rejects.toMatchObject({ code });
    expect(file.count()).toBe(1);
  });
});

describe('flushing a folder', () => {
  const refusing = (code: string) => ({ openFolder: () => Promise.reject(failure(code)) });
  const refusingLater = (code: string, closed: string[]) => ({
    openFolder: () =>
      Promise.resolve({
        sync: () => Promise.reject(failure(code)),
        close: () => Promise.resolve(void closed.push(code)),
      }),
  });

  test.each(['EPERM', 'EISDIR', 'EACCES'])(
    'on Windows does nothing where %s says that it cannot',
    async (code) => {
      const closed: string[] = [];
      await syncFolder('x', { system: 'win32', ...refusing(code) });
      await syncFolder('x', { system: 'win32', ...refusingLater(code, closed) });
      expect(closed).toEqual([code]);
    },
  );

  test.each([
    ['linux', 'EPERM'],
    ['win32', 'EIO'],
    ['win32', 'ENOSPC'],
  ])('on %s fails with %s', async (system, code) => {
    await expect(syncFolder('x', { system, ...refusing(code) })).rejects.toMatchObject({ code });
    await expect(syncFolder('x', { system, ...refusingLater(code, []) })).rejects.toMatchObject({ code });
  });
});

test('a pipe whose reader has gone is not a failure, by the names of both systems', () => {
  expect(['EPIPE', 'EOF', 'ENOSPC', 'EIO'].map(isClosedPipe)).toEqual([true, true, false, false]);
});
