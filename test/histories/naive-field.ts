/** A minimal model of planning one top-level field. */
import type { Json, JsonObject } from '../../src/model/value.ts';
import { answered, facts, type Kind } from './facts.ts';
import { covers, isSame, leavesOf, type Leaves } from './leaves.ts';

/** Top-level fields by name, as the files write them. */
export type Fields = JsonObject;

export interface Memory {
  /** Undefined after an adoption. */
  readonly applied: Fields | undefined;
  /** As the service returned it. */
  readonly observed: Fields;
}

export type Verdict = 'same' | 'send' | 'take-out' | 'cannot-take-out' | 'outside' | 'conflict';

export interface ComparedField {
  readonly name: string;
  readonly verdict: Verdict;
  /** The paths that must be shown. */
  readonly shown: readonly string[];
  /** Those that may be: defaults that go when the module is sent, and come back by themselves. */
  readonly perhaps: readonly string[];
  /** Outside values that are lost when their module is replaced whole. */
  readonly wiped: readonly string[];
  /** Whether an undeclared field was changed outside Edgewright. */
  readonly isDrift: boolean;
}

interface Sides {
  readonly kind: Kind;
  readonly wanted: Fields;
  /** The fields as the service stores them. */
  readonly stored: Fields;
  readonly memory: Memory;
}

export function judgeField({ kind, wanted, stored, memory }: Sides, name: string): ComparedField {
  const of = (fields: Fields | undefined): Leaves => leavesOf(kind, name, fields?.[name]);
  const now = of(answered(kind, stored));
  const isOutside = !isSame(now, of(memory.observed)) && !isSame(now, takenOver(memory, name, of));
  const about = { name, shown: [], perhaps: [], wiped: [], isDrift: false };
  const applied = memory.applied?.[name];
  if (wanted[name] === undefined && applied === undefined) {
    return { ...about, verdict: 'same', isDrift: isOutside };
  }
  if (wanted[name] === undefined) return takenOut(kind, about, now, isOutside);

  const want = of(wanted);
  const was = of(memory.applied);
  const differs = [...want].filter(([path, value]) => now.get(path) !== value).map(([path]) => path);
  const others = [...now.keys()].filter((path) => !want.has(path));
  const removed = others.filter((path) => was.has(path));
  const rest = others.filter((path) => !was.has(path));
  const inMap = rest.filter((path) => isInDeclaredMap(wanted[name], path));
  const isKept = (path: string): boolean => of(stored).has(path);
  const wiped = rest.filter((path) => !inMap.includes(path) && isKept(path));
  const shown = [...differs, ...removed, ...inMap];
  if (shown.length === 0) {
    const drifted = rest.some((path) => now.get(path) !== of(memory.observed).get(path));
    return { ...about, verdict: 'same', isDrift: isOutside && drifted };
  }
  const isOurs = applied === undefined ? !covers(of(memory.observed), want) : !isSame(want, was);
  const verdict = isOurs ? (isOutside ? 'conflict' : 'send') : 'outside';
  const isNew = now.size === 0;
  return { ...about, verdict, shown: isNew ? [name] : shown, perhaps: rest, wiped };
}

/** The observed leaves, with outside changes since that the files now declare: these are settled. */
function takenOver({ applied, observed }: Memory, name: string, of: (fields: Fields) => Leaves): Leaves {
  const ours = of(applied?.[name] === undefined ? {} : { [name]: applied[name] });
  const map = `${name}.add.`;
  const hasMap = [...ours.keys()].some((path) => path.startsWith(map));
  const theirs = [...of(observed)].filter(([path]) => !hasMap || !path.startsWith(map));
  return new Map([...theirs, ...ours]);
}

function takenOut(
  kind: Kind,
  about: Omit<ComparedField, 'verdict'>,
  now: Leaves,
  isOutside: boolean,
): ComparedField {
  const { name } = about;
  const { modules, plain } = facts[kind];
  const verdict = isOutside ? 'conflict' : 'take-out';
  if (modules.includes(name)) {
    const isOff = now.size === 0 || now.get(`${name}.enabled`) === 'false';
    return isOff ? { ...about, verdict: 'same' } : { ...about, verdict, shown: [`${name}.enabled`] };
  }
  const none = plain[name];
  if (now.size === 0 || isSame(now, leavesOf(kind, name, none))) return { ...about, verdict: 'same' };
  return { ...about, verdict: none === undefined ? 'cannot-take-out' : verdict, shown: [name] };
}

/** Whether a path is in a declared map, whose undeclared entries are removed: a map is one value. */
function isInDeclaredMap(wanted: Json | undefined, path: string): boolean {
  const map = path.startsWith('response_headers.add.') ? (wanted as JsonObject)['add'] : undefined;
  return map !== undefined;
}
