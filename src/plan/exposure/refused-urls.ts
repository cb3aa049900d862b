/** Whether a URL that a policy makes is one that it refuses: then it hands on what its guards keep out. */
import { parseEndpointUrl } from '../../derive/forms/endpoint-url.ts';
import { isUnknownValue, type Knowable } from '../../model/traffic/unknown.ts';
import { Term, termOf, type Atom, type Literal } from '../../simulate/unknown/term.ts';
import type { OpenWays } from '../../simulate/unknown/ways.ts';

/**
 * Whether one of the ways keeps a request out that has the new URL and is otherwise as these literals say. Only a proof
 * makes it false: the literals on other parts contradict each way, or its conditions on the URL cannot hold of the new
 * one.
 */
export function mayBeRefused(url: Knowable<string>, when: readonly Literal[], { ways }: OpenWays): boolean {
  const asked: AskedUrl = {
    known: new Map(when.map(({ key, holds }) => [key, holds])),
    refusedStarts: when.flatMap(({ atom, holds }) => (isStart(atom) && !holds ? [atom.text] : [])),
  };
  const canHold = (literal: Literal): boolean =>
    isOnUrl(literal)
      ? !literal.holds || mayMeet(literal, url, asked)
      : asked.known.get(literal.key) !== !literal.holds;
  return ways.some(
    ({ end, when: conditions }) =>
      end.is === 'kept-out' && conditions.some(isOnUrl) && conditions.every(canHold),
  );
}

/** The answers that are known about the URL that the client asks for. */
interface AskedUrl {
  readonly known: ReadonlyMap<string, boolean>;
  /** Its path begins with none of these. */
  readonly refusedStarts: readonly string[];
}

/** Whether a literal asks about the URL, of which the query is a part. */
export function isOnUrl({ key }: Pick<Literal, 'key'>): boolean {
  return /\breq\.url\b|\bquery /.test(key);
}

type TextAtom = Extract<Atom, { readonly text: string }>;
type PathAtom = TextAtom | Extract<Atom, { readonly is: 'in' }>;

function isOnPath(atom: Atom): atom is PathAtom {
  return (atom.is === 'starting' || atom.is === 'in') && atom.of.key === 'req.url.path';
}

function isStart(atom: Atom): atom is TextAtom {
  return atom.is === 'starting' && isOnPath(atom);
}

/** Whether the path of the new URL may meet a literal: after a replacement also because that of the old one does. */
function mayMeet({ atom, key }: Literal, url: Knowable<string>, { known, refusedStarts }: AskedUrl): boolean {
  if (!isOnPath(atom)) return true;
  const path = pathOf(url);
  const change = path === undefined ? replacement(url) : undefined;
  if (path === undefined && change === undefined) return true;
  if (atom.is === 'in') {
    if (path !== undefined) return atom.values.includes(path);
    return known.get(key) !== false || atom.values.some((value) => String(value).includes(change?.to ?? ''));
  }
  const { text } = atom;
  if (path !== undefined) return path.startsWith(text);
  const mayBegin = !refusedStarts.some((start) => text.startsWith(start));
  return mayBegin || (change !== undefined && mayStart(text, change, refusedStarts));
}

/** The path of a URL that is known. */
function pathOf(url: Knowable<string>): string | undefined {
  if (!isUnknownValue(url)) return pathIn(url);
  const { name = '', args = [] } = termOf(url.unknown) ?? {};
  const [, to] = args;
  return name === 'absolute' && typeof to === 'string' ? pathIn(`https://any.example${to}`) : undefined;
}

function pathIn(url: string): string | undefined {
  return parseEndpointUrl(url)
    ?.rest.replace(/[?#].*$/s, '')
    .replace(/^$/, '/');
}

interface Replacement {
  readonly from: string;
  readonly to: string;
}

/** Whole segments of a path, without a sign of a pattern: they match in the path alone, or in the query. */
const segments = /^\/[\w-]+(?:\/[\w-]+)*\/$/;

/** A path, without a sign of a group, of a query or of a fragment. */
const plainPath = /^\/[^?#$\\]*$/;

/** The replacement of whole segments in the URL that the client asks for. */
function replacement(url: Knowable<string>): Replacement | undefined {
  const { name = '', args = [] } = (isUnknownValue(url) ? termOf(url.unknown) : undefined) ?? {};
  const [of, from, to] = args;
  if (name !== 'replaced' || !(of instanceof Term) || of.key !== 'req.url') return undefined;
  if (typeof from !== 'string' || typeof to !== 'string') return undefined;
  return segments.test(from) && plainPath.test(to) ? { from, to } : undefined;
}

/**
 * Whether a path may begin with a text after the replacement and not before: then a part of the text, from some place
 * on, is the beginning of the new segments, or they of it.
 */
function mayStart(text: string, { from, to }: Replacement, refused: readonly string[]): boolean {
  return Array.from({ length: text.length }, (_, at) => at).some((at) => {
    const rest = text.slice(at);
    if (!to.startsWith(rest) && !rest.startsWith(to)) return false;
    const asked = text.slice(0, at) + from;
    return !refused.some((start) => asked.startsWith(start));
  });
}
