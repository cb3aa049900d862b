import { coveringOf, type Covering } from '../../../text/range-set.ts';
import { lastNotAfter } from '../../../text/last-not-after.ts';
import type { Diagnostic } from '../../../model/diagnostic.ts';
import type { Range, YamlDocument } from '../../../model/document.ts';
import type { Workspace } from '../../../model/workspace.ts';
import type { Ignoring } from './ignorable.ts';
import { suppressionsOf, type Suppression } from './suppress.ts';

/** By file, because a comment applies only to its own file. */
export type Suppressions = ReadonlyMap<string, readonly Suppression[]>;

/**
 * The findings that no comment hides. Every comment that names a finding counts it, so neither of two comments is
 * reported as unused. Matched per rule by binary search: a file may have thousands of findings and comments.
 */
export function hideSuppressed(
  found: readonly Diagnostic[],
  suppressions: Suppressions,
  outcomeOf: Ignoring,
): readonly Diagnostic[] {
  if (suppressions.size === 0) return found;
  const scopes = new Map([...suppressions].map(([path, own]) => [path, scopesByRule(own)]));
  const shown: Diagnostic[] = [];
  const starts = { hidden: new Map<string, number[]>(), refused: new Map<string, number[]>() };
  for (const diagnostic of found) {
    const { rule, place } = diagnostic;
    const scope = scopes.get(place.source.path)?.get(rule);
    const outcome = scope?.meets(firstOf(place)) === true ? outcomeOf(diagnostic) : 'never';
    if (outcome !== 'hidden') shown.push(diagnostic);
    if (outcome !== 'never') keep(starts[outcome], `${place.source.path}\0${rule}`, place.start);
  }
  count(suppressions, starts.hidden, 'hidden');
  count(suppressions, starts.refused, 'refused');
  return shown;
}

/** A scope hides the findings that begin in it. */
function firstOf({ start }: Range): Range {
  return { start, end: start + 1 };
}

function scopesByRule(suppressions: readonly Suppression[]): ReadonlyMap<string, Covering> {
  const ranges = new Map<string, Range[]>();
  for (const { reason, words, scope } of suppressions) {
    if (reason !== undefined) for (const { id } of words) keep(ranges, id, scope);
  }
  return new Map([...ranges].map(([rule, own]) => [rule, coveringOf(own)]));
}

/** If a comment names a rule twice, only the first word counts the findings. */
function count(
  suppressions: Suppressions,
  starts: ReadonlyMap<string, number[]>,
  outcome: 'hidden' | 'refused',
): void {
  if (starts.size === 0) return;
  for (const own of starts.values()) own.sort((a, b) => a - b);
  for (const [path, own] of suppressions) {
    for (const { reason, words, scope } of own) {
      if (reason === undefined) continue;
      const named = new Set<string>();
      for (const word of words) {
        if (!named.has(word.id)) word[outcome] += countIn(starts.get(`${path}\0${word.id}`) ?? [], scope);
        named.add(word.id);
      }
    }
  }
}

function countIn(starts: readonly number[], { start, end }: Range): number {
  const upTo = (offset: number): number => lastNotAfter(starts, offset, (one) => one);
  return end <= start ? 0 : upTo(end - 1) - upTo(start - 1);
}

function keep<Key, Item>(lists: Map<Key, Item[]>, key: Key, item: Item): void {
  const known = lists.get(key);
  if (known === undefined) lists.set(key, [item]);
  else known.push(item);
}

/** `included`: documents of traffic policies, which are not among those of the workspace. */
export function findSuppressions(
  { settings, environments, yaml }: Workspace,
  included: readonly YamlDocument[],
): Suppressions {
  const found = new Map<string, Suppression[]>();
  const look = (document: YamlDocument): void => {
    const own = suppressionsOf(document);
    if (own.length === 0) return;
    const { path } = document.source;
    const known = found.get(path);
    if (known === undefined) found.set(path, [...own]);
    else for (const one of own) known.push(one);
  };
  look(settings.document);
  for (const { documents } of environments.values()) documents.forEach(look);
  yaml.forEach(look);
  included.forEach(look);
  return found;
}
