import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isJsonMap } from '../../../text/json/json-access.ts';

/** The words that ledgers in files have: those of the environments, and of the built-in mock API. */
export function ledgerAddresses(root: string, environments: readonly string[]): readonly string[] {
  return foldersOf(root, environments).flatMap((folder) => {
    try {
      const ledger: unknown = JSON.parse(readFileSync(path.join(folder, 'ledger.json'), 'utf8'));
      if (!isJsonMap(ledger)) return [];
      return ['resources', 'orphans'].flatMap((name) => {
        const part = ledger[name];
        return isJsonMap(part) ? Object.keys(part) : [];
      });
    } catch {
      return [];
    }
  });
}

/** The runs that can be undone, newest first. */
export function storedRuns(root: string, environments: readonly string[]): readonly string[] {
  return numbersIn(root, environments, 'rollback', /^(\d+(?:-\d+)?)\.json$/);
}

/** The generations of a ledger that can be restored, newest first. */
export function storedGenerations(root: string, environments: readonly string[]): readonly string[] {
  return numbersIn(root, environments, '', /^ledger\.(\d+)\.json$/);
}

function numbersIn(
  root: string,
  environments: readonly string[],
  inner: string,
  pattern: RegExp,
): readonly string[] {
  const found = foldersOf(root, environments).flatMap((folder) => {
    try {
      return readdirSync(path.join(folder, inner)).flatMap((name) => pattern.exec(name)?.[1] ?? []);
    } catch {
      return [];
    }
  });
  return [...new Set(found)].sort((a, b) => Number.parseInt(b, 10) - Number.parseInt(a, 10));
}

function foldersOf(root: string, environments: readonly string[]): readonly string[] {
  return environments.flatMap((name) => [
    path.join(root, '.edgewright', name),
    path.join(root, '.edgewright', 'local', name),
  ]);
}
