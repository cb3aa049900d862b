import type { LedgerState } from '../model/ledger.ts';
import type { LedgerFiles } from './ledger-files.ts';
import type { LedgerFolder } from './ledger-folder.ts';
import { parseLedger } from './ledger-text.ts';

/** The number of older generations kept beside the ledger. */
const kept = 5;

const pattern = /^ledger\.(\d+)\.json$/;

/** The names of the older generations, newest first. */
export async function listGenerations(files: LedgerFiles, folder: LedgerFolder): Promise<readonly string[]> {
  const names = await files.list(folder.at(''));
  return names.filter((name) => pattern.test(name)).sort((a, b) => serialOf(b) - serialOf(a));
}

/** An older generation that this version or a later one can read. */
export interface Generation {
  readonly file: string;
  readonly serial: number;
  readonly state: LedgerState | 'newer';
}

/** The newest older generation that is not damaged. */
export async function newestWhole(files: LedgerFiles, folder: LedgerFolder): Promise<Generation | undefined> {
  for (const file of await listGenerations(files, folder)) {
    const parsed = parseLedger(await files.read(folder.at(file)).catch(() => ''));
    if ('state' in parsed) return { file, serial: serialOf(file), state: parsed.state };
    if (parsed.isNewer === true) return { file, serial: serialOf(file), state: 'newer' };
  }
  return undefined;
}

/** Links the current ledger under a second name that survives its replacement; copies it if links are unsupported. */
export async function keepGeneration(
  files: LedgerFiles,
  folder: LedgerFolder,
  serial: number,
  text: string,
): Promise<void> {
  const place = folder.at(generationFile(serial));
  try {
    await files.link(folder.at('ledger.json'), place);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    // Exists already if a run stopped between this and the replacement.
    if (code === 'EEXIST') return;
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].includes(code)) throw error;
    const file = await files.create(place);
    try {
      await file.write(text);
    } finally {
      await file.close();
    }
  }
}

export async function dropOldest(files: LedgerFiles, folder: LedgerFolder): Promise<void> {
  for (const name of (await listGenerations(files, folder)).slice(kept)) await files.remove(folder.at(name));
}

export function generationFile(serial: number): string {
  return `ledger.${serial}.json`;
}

export function serialOf(name: string): number {
  return Number(pattern.exec(name)?.[1] ?? 0);
}
