import { statfs } from 'node:fs/promises';
import { platform } from 'node:os';

/** File systems that write each change to a new place, by the numbers that Linux gives them (statfs(2)). */
const copying: ReadonlyMap<number, string> = new Map([
  [0x9123_683e, 'Btrfs'],
  [0x2fc1_2fc1, 'ZFS'],
  [0xca45_1a4e, 'bcachefs'],
  [0xf2f5_2010, 'F2FS'],
]);

/**
 * The name of the file system of a folder if space cannot be reserved on it: bytes that replace others need new space
 * there. Undefined for others, and if it cannot be determined. APFS is that of macOS.
 */
export async function copyOnWrite(
  folder: string,
  {
    system = platform(),
    typeOf = statfs,
  }: { system?: string; typeOf?: (folder: string) => Promise<{ readonly type: number }> } = {},
): Promise<string | undefined> {
  if (system === 'darwin') return 'APFS';
  try {
    const { type } = await typeOf(folder);
    // Some systems give it as a signed number.
    return copying.get(type >>> 0);
  } catch {
    return undefined;
  }
}
