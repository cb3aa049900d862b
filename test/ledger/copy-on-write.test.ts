import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { copyOnWrite } from '../../src/ledger/file/file-texts.ts';

test.each([
  [0x9123683e, 'Btrfs'],
  [-1859950530, 'Btrfs'],
  [0x2fc12fc1, 'ZFS'],
  [0xef53, undefined],
  [0x01021994, undefined],
])('space cannot be reserved on %d: %s', async (type, name) => {
  const typeOf = (): Promise<{ type: number }> => Promise.resolve({ type });
  expect(await copyOnWrite('/x', { system: 'linux', typeOf })).toBe(name);
});

test('knows macOS, and says nothing of a folder that does not exist', async () => {
  expect(await copyOnWrite('/x', { system: 'darwin' })).toBe('APFS');
  expect(await copyOnWrite('/does/not/exist', { system: 'linux' })).toBeUndefined();
  await copyOnWrite(tmpdir());
});
