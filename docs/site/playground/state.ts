/* The state of the playground, which is the part of its address after `#` and a step of the browser's history. */
import { packed, unpacked } from './link.mjs';

export type Texts = Readonly<Record<string, string>>;

export interface State {
  /** The name of the example that it began with; empty for none. */
  readonly example: string;
  /** Texts by path. */
  readonly files: Texts;
  /** The files that were applied to the mock API. */
  readonly live: Texts;
  readonly open: string;
  readonly environment?: string | undefined;
}

export interface Example extends State {
  readonly title: string;
}

/** The difference between a state and its example. */
interface Link {
  readonly example: string;
  /** Of the files of the example, which a later version of the playground may have changed. */
  readonly sum?: string;
  readonly files: Changes;
  /** `files` if the very files are live. */
  readonly live: Changes | 'files';
  readonly open: string;
  readonly environment?: string;
}

/** Texts by path, and null for a file that is no longer there. */
type Changes = Readonly<Record<string, string | null>>;

/** A state, with what is to be said about its link; or why there is none. */
export type ReadLink = { readonly state: State; readonly note?: string } | { readonly problem: string };

export const emptyState: State = { example: '', files: {}, live: {}, open: '' };

const none: Example = { ...emptyState, title: '' };

export function toHash(state: State, examples: readonly Example[]): Promise<string> {
  const { example, files, live, open, environment } = state;
  const from = exampleNamed(example, examples) ?? none;
  const link: Link = {
    example: from.example,
    ...(from === none ? {} : { sum: sumOf(from) }),
    files: changesOf(from.files, files),
    live: isSame(live, files) && !isSame(live, from.live) ? 'files' : changesOf(from.live, live),
    open,
    ...(environment === undefined ? {} : { environment }),
  };
  return packed(link);
}

/** Undefined for an address without a link. */
export async function fromHash(hash: string, examples: readonly Example[]): Promise<ReadLink | undefined> {
  if (/^#?$/.test(hash)) return undefined;
  const { value, problem } = { value: undefined, problem: undefined, ...(await unpacked(hash)) };
  if (problem !== undefined) return { problem };
  if (!isLink(value)) return { problem: 'The link does not hold files' };
  const from = value.example === '' ? none : exampleNamed(value.example, examples);
  if (from === undefined) return { problem: `The playground has no example \`${value.example}\`` };
  const files = changed(from.files, value.files);
  const live = value.live === 'files' ? files : changed(from.live, value.live);
  const { example, open, environment } = value;
  const isOld = value.sum !== undefined && value.sum !== sumOf(from);
  return {
    state: { example, files, live, open, environment },
    ...(isOld ? { note: 'The example has changed since this link was made' } : {}),
  };
}

/** Whether a path can be a file of a workspace; what is unpacked from it would stay below its folder. */
export function isFilePath(path: string): boolean {
  if (path.length > 200 || !/^[^\\:*?"<>|\p{Cc}]+$/u.test(path)) return false;
  return path
    .split('/')
    .every((part) => part !== '' && part !== '.' && part !== '..' && part.trim() === part);
}

export function isSame(some: Texts, others: Texts): boolean {
  return Object.keys(changesOf(some, others)).length === 0;
}

function exampleNamed(name: string, examples: readonly Example[]): Example | undefined {
  return examples.find(({ example }) => example === name);
}

function changesOf(before: Texts, after: Texts): Changes {
  const paths = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changes = paths.map((path): [string, string | null] => [path, textAt(after, path) ?? null]);
  return Object.fromEntries(changes.filter(([path, text]) => text !== (textAt(before, path) ?? null)));
}

function changed(texts: Texts, changes: Changes): Texts {
  return Object.fromEntries(
    Object.entries({ ...texts, ...changes }).flatMap(([path, text]) => (text === null ? [] : [[path, text]])),
  );
}

function textAt(texts: Texts, path: string): string | undefined {
  return Object.hasOwn(texts, path) ? texts[path] : undefined;
}

/** FNV-1a over the texts: enough to notice another version. */
function sumOf({ files, live }: Example): string {
  let sum = 0x81_1c_9d_c5;
  for (const character of JSON.stringify([files, live]))
    sum = Math.imul(sum ^ (character.codePointAt(0) ?? 0), 0x01_00_01_93);
  return (sum >>> 0).toString(36);
}

function isLink(value: unknown): value is Link {
  if (typeof value !== 'object' || value === null) return false;
  const { example, sum = '', files, live, open, environment = '' } = value as Record<string, unknown>;
  const areTexts = [example, sum, open, environment].every((text) => typeof text === 'string');
  return areTexts && isChanges(files) && (live === 'files' || isChanges(live));
}

function isChanges(value: unknown): value is Changes {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.entries(value).every(
    ([path, text]) => isFilePath(path) && (text === null || typeof text === 'string'),
  );
}
