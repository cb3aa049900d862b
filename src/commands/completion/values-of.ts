import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { Slot } from './slots.ts';
import { workspaceWords, type WorkspaceWords } from './workspace-words.ts';
import { allSubjects } from '../../derive/explain/explain-document.ts';
import { kindSubjects } from '../../derive/explain/explain.ts';
import { runGitNow } from '../../workspace/git/run-git.ts';
import { severitySettings } from '../../kinds/documents/words.ts';
import { kindNames } from '../../kinds/index.ts';
import type { Io } from '../../model/io.ts';
import { profilesFile } from '../../run/session/api/api-config.ts';
import { isJsonMap } from '../../text/json/json-access.ts';

export const noWords: NextWords = { type: 'words', candidates: [] };

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
      return plain(numbersIn(words.root, stored, 'rollback', /^(\d+(?:-\d+)?)\.json$/));
    case 'generation':
      return plain(numbersIn(words.root, stored, '', /^ledger\.(\d+)\.json$/));
  }
}

export function plain(values: readonly string[]): readonly NextWord[] {
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

/** Branches and tags of the repository, those of remotes included; none outside of one. */
function branchNames(io: Io, folder: string | undefined): readonly string[] {
  try {
    const { stdout, exitCode } = runGitNow(
      { cwd: path.resolve(io.cwd, folder ?? '.'), env: io.env },
      ['for-each-ref', '--count=500', '--format=%(refname:short)', 'refs/heads', 'refs/remotes', 'refs/tags'],
      { input: '', maxBuffer: 1024 * 1024 },
    );
    if (exitCode !== 0) return [];
    return stdout
      .toString('utf8')
      .split('\n')
      .filter((name) => name !== '' && !name.endsWith('/HEAD'));
  } catch {
    return [];
  }
}

/** Subjects of `explain`: names first, the keys below a name once it is typed with its dot. */
async function topicWords(typed: string, policies: readonly string[]): Promise<readonly NextWord[]> {
  const { languageSubjects } = await import('../../derive/policy-language/explain-language.ts');
  const subjects = [...kindSubjects(), ...allSubjects(), ...languageSubjects()];
  const depth = typed.split('.').length;
  const near = subjects.filter((subject) => subject.split('.').length === depth);
  if (depth > 1) return plain(near);
  const { rules } = await import('../../lint/rules.ts');
  return [
    ...plain(near),
    ...policies.map((name) => ({ value: `policy/${name}` })),
    ...rules.map(({ id: value, summary: doc }) => ({ value, doc })),
  ];
}

/** `policy-ip-range=`, then a severity. */
async function ruleSeverities(typed: string, severities: readonly string[]): Promise<readonly NextWord[]> {
  const { rules } = await import('../../lint/rules.ts');
  const [id = ''] = typed.split('=');
  if (typed.includes('=')) return severities.map((severity) => ({ value: `${id}=${severity}` }));
  return rules.map((rule) => ({ value: `${rule.id}=`, doc: rule.summary, isOpen: true }));
}

/** A word that can follow, with a few words about it. */
export interface NextWord {
  readonly value: string;
  readonly doc?: string;
  /** Set if more of the same word follows, so that no space is added: `policy-ip-range=`. */
  readonly isOpen?: true;
}

/** The possible ends of a command line. Paths are completed by the shell itself. */
export type NextWords =
  | { readonly type: 'words'; readonly candidates: readonly NextWord[] }
  | { readonly type: 'files' }
  | { readonly type: 'folders' };

/** The words that ledgers in files have: those of the environments, and of the built-in mock API. */
function ledgerAddresses(root: string, environments: readonly string[]): readonly string[] {
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

/** The runs that can be undone, or the generations of a ledger that can be restored, newest first. */
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
