import { parsedJson, isJsonMap } from '../../text/json/json-access.ts';
import type { Json } from '../../model/value.ts';
import { canonicalJson } from '../../text/json/canonical-json.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';

/** The subject of a comment. Equal keys are one comment. */
export interface CommentKey {
  readonly about: 'plan' | 'drift';
  readonly lineage: string;
  readonly environments: readonly string[];
  /** The text of `--label`; empty by default. */
  readonly label: string;
}

/** Facts beside the key. */
export interface CommentFacts {
  /** The commit that was planned. */
  readonly commit?: string | undefined;
  /** A hash of the plans. */
  readonly digest?: string | undefined;
  /** The time in the footer. */
  readonly time?: string | undefined;
}

const version = 1;
const start = '<!-- edgewright ';
const end = ' -->';

/** The line, with its line end. */
export function markerLine(key: CommentKey, { commit, digest, time }: CommentFacts = {}): string {
  const facts = {
    ...withoutUndefined({ commit, digest, time }),
  };
  return `${start}${inComment({ ...keyJson(key), ...facts })}${end}\n`;
}

/** The facts of a comment with this key; undefined for all other texts. */
export function markerFacts(body: string, key: CommentKey): CommentFacts | undefined {
  const marker = markerOf(body);
  if (marker === undefined) return undefined;
  const { commit, digest, time, ...rest } = marker;
  if (canonicalJson(rest as Json) !== canonicalJson(keyJson(key))) return undefined;
  const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
  return { commit: text(commit), digest: text(digest), time: text(time) };
}

function keyJson({ about, lineage, environments, label }: CommentKey): Readonly<Record<string, Json>> {
  return {
    tool: 'edgewright',
    schema: version,
    about,
    lineage,
    environments: [...environments].sort(),
    label,
  };
}

/** JSON in which nothing ends the HTML comment around it. */
function inComment(value: Json): string {
  return JSON.stringify(value).replaceAll(/[<>]|-(?=-)/g, (found) =>
    found === '-' ? '\\u002d' : found === '<' ? '\\u003c' : '\\u003e',
  );
}

function markerOf(body: string): Readonly<Record<string, unknown>> | undefined {
  const [line = ''] = body.split(/\r?\n/, 1);
  if (!line.startsWith(start) || !line.endsWith(end)) return undefined;
  const json = parsedJson(line.slice(start.length, -end.length));
  return isJsonMap(json) ? json : undefined;
}
