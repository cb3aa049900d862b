import { readFileSync } from 'node:fs';
import { severitySettings } from '../../kinds/documents/words.ts';
import { kindNames } from '../../kinds/index.ts';
import type { Io } from '../../model/io.ts';
import { profilesFile } from '../../session/api/api-config.ts';
import { isJsonMap } from '../../text/json/json-access.ts';
import type { NextWord, NextWords } from './next-words.ts';
import type { Slot } from './slots.ts';
import { branchNames } from './sources/branch-names.ts';
import { ledgerAddresses, storedGenerations, storedRuns } from './sources/stored-words.ts';
import { ruleSeverities, topicWords } from './sources/topic-words.ts';
import { workspaceWords, type WorkspaceWords } from './sources/workspace-words.ts';

export interface Around {
  /** The word so far. */
  readonly typed: string;
  /** The value of `--workspace`. */
  readonly folder: string | undefined;
  /** The value of `--env`. */
  readonly environment: string | undefined;
}

/** The possible values of a slot. Reads files only: never the network, and no program but git. */
export async function valuesOf(io: Io, slot: Slot, around: Around): Promise<NextWords> {
  if (slot === 'file') return { type: 'files' };
  if (slot === 'folder') return { type: 'folders' };
  return { type: 'words', candidates: await wordsOf(io, slot, around) };
}

async function wordsOf(
  io: Io,
  slot: Exclude<Slot, 'file' | 'folder'>,
  { typed, folder, environment }: Around,
): Promise<readonly NextWord[]> {
  if (slot === 'none') return [];
  if (slot === 'rule=severity') return ruleSeverities(typed, severitySettings);
  if (slot === 'profile') return plain(profileNames(io));
  if (slot === 'branch') return plain(branchNames(io, folder));
  const words = await workspaceWords(io, folder);
  if (slot === 'topic') return topicWords(typed, words?.policies ?? []);
  if (words === undefined) return [];
  const stored = environment === undefined ? words.environments : [environment];
  switch (slot) {
    case 'environment':
      return plain(words.environments);
    case 'address':
      return plain([...words.declared().addresses].sort());
    case 'route-address=':
      return routesOf(words);
    case 'filter':
      return filters(words);
    case 'ledger-address':
      return plain([...new Set(ledgerAddresses(words.root, stored))].sort());
    case 'run':
      return plain(storedRuns(words.root, stored));
    case 'generation':
      return plain(storedGenerations(words.root, stored));
  }
}

function plain(values: readonly string[]): readonly NextWord[] {
  return values.map((value) => ({ value }));
}

function routesOf({ declared }: WorkspaceWords): readonly NextWord[] {
  const routes = [...declared().addresses].filter((address) => address.startsWith('https-route/')).sort();
  return routes.map((address) => ({ value: `${address}=`, isOpen: true }));
}

function filters({ declared }: WorkspaceWords): readonly NextWord[] {
  const { addresses, labels } = declared();
  const globs = kindNames.filter((kind) => [...addresses].some((address) => address.startsWith(`${kind}/`)));
  return plain([...[...addresses].sort(), ...globs.map((kind) => `${kind}/*`), ...[...labels].sort()]);
}

function profileNames(io: Io): readonly string[] {
  try {
    const profiles: unknown = JSON.parse(readFileSync(profilesFile(io) ?? '', 'utf8'));
    return isJsonMap(profiles) ? Object.keys(profiles).sort() : [];
  } catch {
    return [];
  }
}
