import type { LedgerState } from '../model/ledger/ledger.ts';
import type { Texts } from './backend.ts';
import { parseLedger } from './ledger-text.ts';

/** The number of generations kept: the current one, and five older ones. */
export const keptGenerations = 6;

const pattern = /^ledger\.(\d{1,15})\.json$/;

/** The names of the generations, newest first. The newest is the ledger itself, unless something else wrote it. */
export async function listGenerations(texts: Texts): Promise<readonly string[]> {
  const names = await texts.list('');
  return names.filter((name) => pattern.test(name)).sort((a, b) => serialOf(b) - serialOf(a));
}

/** A generation that this version or a later one can read. */
export interface Generation {
  readonly serial: number;
  readonly state: LedgerState | 'newer';
}

/** The newest generation that is not damaged. */
export async function newestWhole(texts: Texts): Promise<Generation | undefined> {
  for (const name of await listGenerations(texts)) {
    const parsed = parseLedger((await texts.read(name)) ?? '', texts.sealKey);
    if ('state' in parsed) return { serial: serialOf(name), state: parsed.state };
    if (parsed.isNewer === true) return { serial: serialOf(name), state: 'newer' };
  }
  return undefined;
}

export function generationFile(serial: number): string {
  return `ledger.${serial}.json`;
}

export function serialOf(name: string): number {
  return Number(pattern.exec(name)?.[1] ?? 0);
}
