import { checksum } from '../text/checksum.ts';
import type { PolicyPasses } from '../lint/policy/known-passes.ts';
import type { KindName } from '../kinds/kind.ts';
import type { CachedFile, CachedMentions, CachedResource } from '../model/lint/cached-file.ts';
import type { JsonObject } from '../model/value.ts';

/** The content of the cache file. */
export interface CacheContent {
  /** The inputs that all results depend on. */
  readonly context: string;
  /** The settings and environments with which the lint policies were valid; empty if unknown. */
  readonly policies: string;
  /** Evaluations of these policies that passed. */
  readonly passes: PolicyPasses;
  /** The time of the checks, in milliseconds. */
  readonly from: number;
  readonly files: readonly CacheEntry[];
}

export interface CacheEntry {
  /** The stat key of the file. */
  readonly stat: string;
  /** The combined stat key of the files inlined in it. */
  readonly inlined: string;
  /** The last time, in milliseconds, at which the file has no findings; null for no end. */
  readonly until: number | null;
  readonly file: CachedFile;
}

/** Labels, field names and mentions repeat across resources, so each distinct value is stored once. */
interface Tables {
  readonly labels: Readonly<Record<string, string>>[];
  readonly mentions: CachedMentions[];
  readonly fields: (readonly string[])[];
}

type PackedOutline = readonly [fields: number, values: JsonObject];
type PackedResource = readonly [
  kind: KindName,
  name: string,
  labels: number,
  mentions: number,
  outlines: Readonly<Record<string, PackedOutline>>,
];
type PackedFile = readonly [
  path: string,
  stat: string,
  inlined: string,
  until: number | null,
  files: readonly string[],
  resources: readonly PackedResource[],
];

interface Packed extends Tables, Omit<CacheContent, 'files'> {
  readonly files: readonly PackedFile[];
}

/** One line with the build and the checksum, one line of JSON. */
export function cacheText(build: string, { files, ...rest }: CacheContent): string {
  const tables: Tables = { labels: [], mentions: [], fields: [] };
  const labels = indexIn(tables.labels);
  const mentions = indexIn(tables.mentions);
  const fields = indexIn(tables.fields);
  const packResource = (one: CachedResource): PackedResource => {
    const outlines: Record<string, PackedOutline> = {};
    for (const [environment, outline] of Object.entries(one.outlines))
      outlines[environment] = [fields(outline.fields), outline.values];
    return [one.kind, one.name, labels(one.labels), mentions(one.mentions), outlines];
  };
  const packed = files.map(({ stat, inlined, until, file }): PackedFile => {
    return [file.path, stat, inlined, until, file.inlined, file.resources.map(packResource)];
  });
  const text = JSON.stringify({ ...rest, ...tables, files: packed } satisfies Packed);
  return `${build} ${checksum(text)}\n${text}`;
}

/** Parses the cache file. Undefined unless it is exactly what `cacheText` of the same build wrote. */
export function parseCache(build: string, text: string): CacheContent | undefined {
  const end = text.indexOf('\n');
  if (!text.startsWith(`${build} `) || end === -1) return undefined;
  const body = text.slice(end + 1);
  if (checksum(body) !== text.slice(build.length + 1, end)) return undefined;
  const { files, labels, mentions, fields, ...rest } = JSON.parse(body) as Packed;
  const unpackResource = (packed: PackedResource): CachedResource => {
    const outlines: Record<string, CachedResource['outlines'][string]> = {};
    for (const environment in packed[4]) {
      const [index, values] = packed[4][environment] ?? [0, {}];
      outlines[environment] = { fields: fields[index] ?? [], values };
    }
    const [kind, name] = packed;
    return { kind, name, labels: labels[packed[2]] ?? {}, outlines, mentions: mentions[packed[3]] ?? nobody };
  };
  return {
    ...rest,
    files: files.map(([path, stat, inlined, until, inlines, resources]) => {
      return {
        stat,
        inlined,
        until,
        file: { path, inlined: inlines, resources: resources.map(unpackResource) },
      };
    }),
  };
}

const nobody: CachedMentions = { variables: [], ids: [], presets: [], secrets: [] };

/** Returns the index of a value in a table, and adds the value if it is new. Most equal values are the same object. */
function indexIn<Item>(table: Item[]): (item: Item) => number {
  const indexes = new Map<Item, number>();
  const known = new Map<string, number>();
  return (item) => {
    const seen = indexes.get(item);
    if (seen !== undefined) return seen;
    const key = JSON.stringify(item);
    const index = known.get(key) ?? table.push(item) - 1;
    known.set(key, index);
    indexes.set(item, index);
    return index;
  };
}
