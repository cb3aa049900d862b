import { maskedValue } from '../derive/masked.ts';
import type { CorpusLine, Served, TraceRequest } from '../model/trace.ts';
import type { CorpusEntry } from './corpus.ts';
import { doesAnswer, moduleOf, protectionOf, type Holder } from './holder.ts';
import type { SideIndex, Taker } from './side-index.ts';
import { loginsOf } from './trace.ts';

interface Compared {
  /** Undefined: who serves each URL is only said. */
  readonly before: SideIndex | undefined;
  readonly after: SideIndex;
  /** Whether the modules of both sides can be compared by what is in them: what is live hides its secrets. */
  readonly areAlike: boolean;
}

/** Who serves each URL on the two sides: a look into an index for each, so the time is that of reading the corpus. */
export function compareCorpus(
  entries: readonly CorpusEntry[],
  { before, after, areAlike }: Compared,
): readonly CorpusLine[] {
  const settings = settingsReader();
  return entries.map(({ line, request }) => {
    const { url, method } = request;
    const takersAfter = after.takersOf(request);
    const is = takersAfter.map((taker) => servedBy(after, request, taker));
    if (before === undefined) return { line, url, method, after: is, changes: [] };
    const takersBefore = before.takersOf(request);
    const was = takersBefore.map((taker) => servedBy(before, request, taker));
    const isSet = (takers: readonly Taker[]): string =>
      takers.map(({ owners }) => owners.map(({ holder }) => settings(holder)).join()).join();
    const changes = changesOf(was, is);
    const isOtherwise = areAlike && changes.length === 0 && isSet(takersBefore) !== isSet(takersAfter);
    return { line, url, method, before: was, after: is, changes: isOtherwise ? ['settings'] : changes };
  });
}

function servedBy(side: SideIndex, request: TraceRequest, { edge, owners }: Taker): Served {
  const holders = owners.flatMap(({ holder }) => (holder === undefined ? [] : [holder]));
  const serving = holders.filter(doesAnswer);
  const silent = serving.length === 0 ? holders[0] : undefined;
  const each = (read: (holder: Holder) => readonly string[]): readonly string[] => [
    ...new Set(serving.flatMap(read)),
  ];
  return {
    ...(edge === undefined ? {} : { edge: side.edges.nameOf(edge) }),
    by: serving.map(({ address }) => address).sort(),
    ...(silent === undefined ? {} : { occupiedBy: silent.address }),
    login: each((holder) => loginsOf(holder, request)),
    protection: each(protectionOf),
  };
}

function changesOf(was: readonly Served[], is: readonly Served[]): CorpusLine['changes'] {
  const differs = (read: (served: Served) => unknown): boolean =>
    JSON.stringify(was.map(read)) !== JSON.stringify(is.map(read));
  return [
    ...(differs(({ edge, by }) => [edge, by]) ? (['server'] as const) : []),
    ...(differs(({ login }) => login) ? (['login'] as const) : []),
    ...(differs(({ protection }) => protection) ? (['protection'] as const) : []),
  ];
}

/** How the modules that protect are set, as a text; secrets by their references. */
function settingsReader(): (holder: Holder | undefined) => string {
  const known = new Map<Holder, string>();
  return (holder) => {
    if (holder === undefined) return '';
    const made = known.get(holder) ?? settingsOf(holder);
    known.set(holder, made);
    return made;
  };
}

function settingsOf(holder: Holder): string {
  return JSON.stringify(protectionOf(holder).map((name) => maskedValue(moduleOf(holder, name) ?? {})));
}
