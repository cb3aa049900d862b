import { maskedValue } from '../../../derive/forms/masked.ts';
import { enabledModule } from '../../../derive/module-state.ts';
import { guardsOf } from '../../../derive/policy/policy-guards.ts';
import type { TraceRequest } from '../../../model/traffic/trace.ts';
import type { Spec, Value } from '../../../model/value.ts';
import { doesAnswer, type TrafficServer } from '../../traffic-server.ts';
import { asksForLogin, loginModules } from '../../protecting-modules.ts';
import { protectionFields, protectionOf } from '../../protection.ts';
import { rememberEach } from '../../../text/remember-last.ts';
import { possibleForwards } from './possible-forwards.ts';
import { parseRequest } from '../request.ts';
import type { SideIndex, Taker } from '../side-index.ts';
import { canonicalJson } from '../../../text/json/canonical-json.ts';
import { withoutUndefined } from '../../../text/without-undefined.ts';
import { allProtection, type CorpusLine, type ServedBy } from '../../../model/traffic/served-by.ts';

interface SideComparison {
  /** Undefined if only the present servers are listed, without a comparison. */
  readonly before: SideIndex | undefined;
  readonly after: SideIndex;
  /** Whether the module settings of both sides can be compared: live ones hide their secrets. */
  readonly areAlike: boolean;
}

/** Who serves each URL on the two sides. One index lookup for each, so the time is that of reading the corpus. */
export function compareCorpus(
  entries: readonly CorpusEntry[],
  { before, after, areAlike }: SideComparison,
): readonly CorpusLine[] {
  return entries.map(({ line, request }) => {
    const { url, method } = request;
    const takersAfter = after.takersOf(request);
    const takenAfter = takersAfter.map((taker) => servedBy(after, request, taker));
    if (before === undefined) return { line, url, method, after: takenAfter, changes: [] };
    const takersBefore = before.takersOf(request);
    const takenBefore = takersBefore.map((taker) => servedBy(before, request, taker));
    const changes = changesOf(takenBefore, takenAfter);
    const compared = { line, url, method, before: takenBefore, after: takenAfter, changes };
    // With different servers, all settings may differ.
    if (!areAlike || changes.includes('server')) return compared;
    const old = settingsAt(before, takersBefore);
    const now = settingsAt(after, takersAfter);
    const set = otherwise(old, now).filter((name) => isOnBoth(name, takenBefore, takenAfter));
    return set.length === 0 ? compared : { ...compared, changes: [...changes, 'settings'], settings: set };
  });
}

function servedBy(side: SideIndex, request: TraceRequest, { edge, servers }: Taker): ServedBy {
  const serving = servers.filter(doesAnswer);
  const silent = serving.length === 0 ? servers[0] : undefined;
  const allOf = (read: (server: TrafficServer) => readonly string[]): readonly string[] => [
    ...new Set(serving.flatMap(read)),
  ];
  return {
    ...withoutUndefined({ edge: edge === undefined ? undefined : side.edges.nameOf(edge) }),
    by: serving.map(({ address }) => address).sort(),
    ...withoutUndefined({ occupiedBy: silent?.address }),
    login: allOf((server) => loginsOf(server, request)),
    protection: allOf(protectionOf),
    forwards: possibleForwards(side, serving).map(({ to, ...hop }) => ({
      ...hop,
      ...withoutUndefined({ to: to?.address }),
      protection: to === undefined ? [] : protectionOf(to),
    })),
  };
}

/** The login modules that apply to a request. */
function loginsOf({ spec }: TrafficServer, request: TraceRequest): readonly string[] {
  return loginModules.filter((name) => {
    const module = enabledModule(spec, name);
    return module !== undefined && asksForLogin(module, request);
  });
}

function changesOf(before: readonly ServedBy[], after: readonly ServedBy[]): CorpusLine['changes'] {
  const differs = (read: (served: ServedBy) => unknown): boolean =>
    JSON.stringify(before.map(read)) !== JSON.stringify(after.map(read));
  return [
    ...(differs(({ edge, by, forwards }) => [edge, by, forwards.map(({ protection: _, ...route }) => route)])
      ? (['server'] as const)
      : []),
    ...(differs(({ login }) => login) ? (['login'] as const) : []),
    ...(differs(allProtection) ? (['protection'] as const) : []),
  ];
}

/** Whether the name is part of the protection on both sides or on neither. */
function isOnBoth(name: string, ...sides: readonly (readonly ServedBy[])[]): boolean {
  const [isProtectedBefore, isProtectedAfter] = sides.map((side) =>
    side.some((served) => allProtection(served).includes(name)),
  );
  return isProtectedBefore === isProtectedAfter;
}

/** The settings that decide who may pass, each as text; secrets as their references. */
type Settings = ReadonlyMap<string, string>;

/** The settings that a plan's exposure compares: the fields that protect, and the bindings. */
const settingsOf = rememberEach(({ kind, spec }: TrafficServer): Settings => {
  const settings = [...protectionFields(kind), 'bindings'].map((name) => settingOf(spec, name));
  return new Map(
    settings.map(([name, value]) => [name, canonicalJson(maskedValue((value ?? null) as Value))]),
  );
});

function settingOf(spec: Spec, name: string): readonly [string, unknown] {
  switch (name) {
    case 'traffic_policy':
      return [name, guardsOf(spec)];
    case 'tls_termination':
      return ['tls_termination.min_version', enabledModule(spec, name)?.['min_version']];
    case 'bindings':
      return [name, spec[name]];
    default:
      return [name, enabledModule(spec, name)];
  }
}

/** Settings of each server; behind a forward, names read like `traffic_policy of endpoint/shop`. */
function settingsAt(side: SideIndex, takers: readonly Taker[]): readonly Settings[] {
  return takers.flatMap(({ servers }) => {
    const behind = new Set(
      possibleForwards(side, servers.filter(doesAnswer)).flatMap(({ to, ends }) =>
        to === undefined || ends === 'loop' ? [] : [to],
      ),
    );
    return [
      ...servers.map(settingsOf),
      ...[...behind].map(
        (to) => new Map([...settingsOf(to)].map(([name, text]) => [`${name} of ${to.address}`, text])),
      ),
    ];
  });
}

function otherwise(before: readonly Settings[], after: readonly Settings[]): readonly string[] {
  const names = new Set([...before, ...after].flatMap((settings) => [...settings.keys()]));
  const settingText = (all: readonly Settings[], name: string): string =>
    all.map((settings) => settings.get(name)).join();
  return [...names].filter((name) => settingText(before, name) !== settingText(after, name));
}

interface CorpusEntry {
  /** From 1. */
  readonly line: number;
  /** Where the URL begins, from 1. */
  readonly column: number;
  readonly request: TraceRequest;
}

export interface CorpusProblem {
  readonly line: number;
  readonly column: number;
  readonly problem: string;
}

export interface Corpus {
  readonly entries: readonly CorpusEntry[];
  readonly problems: readonly CorpusProblem[];
}

/** One URL per line, preceded by a method unless it is GET. Blank lines and `#` comments are ignored. */
export function parseCorpus(text: string): Corpus {
  const entries: CorpusEntry[] = [];
  const problems: CorpusProblem[] = [];
  for (const [index, written] of text.split(/\r?\n/).entries()) {
    const line = index + 1;
    // Within a URL, `#` starts a fragment, so a comment needs a space before it.
    const content = written.replace(/(?:^|\s)#.*$/, '').trimEnd();
    if (content.trim() === '') continue;
    const [before = '', method] = /^\s*(?:([A-Za-z]+)[ \t]+(?=\S))?/.exec(content) ?? [];
    const parsed = parseRequest(content.slice(before.length), withoutUndefined({ method }));
    if ('request' in parsed) entries.push({ line, column: before.length + 1, request: parsed.request });
    else problems.push({ line, column: before.length + parsed.column, problem: parsed.problem });
  }
  return { entries, problems };
}
