import ignore, { type Ignore } from 'ignore';
import { problem } from '../../model/problem.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Source } from '../../model/document.ts';
import type { EntryType } from './entry-type.ts';
import type { FileTree } from './file-tree.ts';
import { quoted } from '../../text/quoted.ts';

/** The patterns of one `.gitignore`. */
interface Layer {
  /**
   * Put before a path to make it relative to the `.gitignore`'s folder; `depth` is the number of characters to cut
   * first.
   */
  readonly prefix: string;
  readonly depth: number;
  readonly patterns: Patterns;
}

/** The rules of git for a folder: the files that it ignores. */
export interface IgnoreRules {
  /** The `.gitignore` files that apply to it, outermost first. */
  readonly layers: readonly Layer[];
  /** Whether git tracks a file that a `.gitignore` matches, or one below a folder. */
  readonly isTracked: (path: string) => boolean;
  /** Whether the folder itself is ignored. */
  readonly isInside: boolean;
}

export const nothingIgnored: IgnoreRules = { layers: [], isTracked: () => false, isInside: false };

/** The patterns that apply in a folder: those from above, and those of its own `.gitignore`, if any. */
export function ignoredIn(
  tree: FileTree,
  folder: string,
  above: IgnoreRules,
  report: (found: Diagnostic) => void,
): IgnoreRules {
  const path = folder === '' ? '.gitignore' : `${folder}/.gitignore`;
  if (tree.typeOf(path) === undefined) return above;
  const read = tree.read(path);
  if ('problem' in read) {
    report(
      problem(read.problem.rule, { source: read.problem.source, start: 0, end: 0 }, read.problem.message),
    );
    return above;
  }
  const patterns = patternsOf(affordable(read.source, report));
  const layer = { prefix: '', depth: folder === '' ? 0 : folder.length + 1, patterns };
  return { ...above, layers: [...above.layers, layer] };
}

/** Adds a `.gitignore` above the workspace; `below` is the path from its folder to the workspace. */
export function withOuterIgnoreFile(above: IgnoreRules, below: string, source: Source): IgnoreRules {
  const patterns = patternsOf(affordable(source, () => undefined));
  return { ...above, layers: [...above.layers, { prefix: `${below}/`, depth: 0, patterns }] };
}

/**
 * The rules below an entry of a folder; undefined if git leaves out the entry. It leaves out no tracked file,
 * whatever a `.gitignore` says.
 */
export function ignoredBelow(ignored: IgnoreRules, path: string, type: EntryType): IgnoreRules | undefined {
  if (!ignored.isInside && !isIgnored(ignored, path, type)) return ignored;
  return ignored.isTracked(path) ? { ...ignored, isInside: true } : undefined;
}

/**
 * Whether a `.gitignore` matches a path that is not inside an ignored folder. As in git, the last matching pattern
 * wins.
 */
export function isIgnored({ layers }: IgnoreRules, path: string, type: EntryType): boolean {
  let verdict = false;
  for (const { prefix, depth, patterns } of layers) {
    const asked = prefix + path.slice(depth);
    if (!mayConcern(patterns, asked)) continue;
    const result = patterns.library().test(type === 'folder' ? `${asked}/` : asked);
    if (result.ignored) verdict = true;
    else if (result.unignored) verdict = false;
  }
  return verdict;
}

interface Patterns {
  /**
   * Names of which a path must contain one for any pattern to match; undefined if the patterns are too complex to tell.
   */
  readonly marks: Marks | undefined;
  /** Created on first use: creating it takes longer than most workspaces need for all their paths. */
  readonly library: () => Ignore;
}

/** The last name of every pattern; for `*.log` its ending. */
interface Marks {
  readonly names: ReadonlySet<string>;
  readonly endings: readonly string[];
}

function patternsOf(lines: readonly string[]): Patterns {
  let library: Ignore | undefined;
  // Case-sensitive everywhere, like git on Linux, so that a workspace means the same on macOS and in CI.
  return { marks: marksOf(lines), library: () => (library ??= ignore({ ignorecase: false }).add(lines)) };
}

function marksOf(lines: readonly string[]): Marks | undefined {
  const names = new Set<string>();
  const endings: string[] = [];
  for (const line of lines) {
    if (line === '' || line.startsWith('#')) continue;
    const [, star, name] = /^[\w./-]*?(\*?)([\w.-]+)\/?$/.exec(line) ?? [];
    if (name === undefined) return undefined;
    if (star === '') names.add(name);
    else endings.push(name);
  }
  return { names, endings };
}

function mayConcern({ marks }: Patterns, path: string): boolean {
  if (marks === undefined) return true;
  const { names, endings } = marks;
  return path.split('/').some((name) => names.has(name) || endings.some((ending) => name.endsWith(ending)));
}

const maxStars = 3;

/** The patterns that match in bounded time: each `*` in a name multiplies the time that the library needs. */
function affordable(source: Source, report: (found: Diagnostic) => void): readonly string[] {
  const lines: string[] = [];
  // Git skips a byte order mark.
  let start = source.text.charCodeAt(0) === 0xfeff ? 1 : 0;
  for (const line of source.text.slice(start).split('\n')) {
    const stars = line.replace(/^#.*/, '').match(/\*+/g)?.length ?? 0;
    if (stars <= maxStars) lines.push(line);
    else {
      const place = { source, start, end: start + line.length };
      const help = 'write several simpler patterns';
      report(
        problem('ignore-pattern', place, `${quoted(line)} has more than ${maxStars} \`*\` and is not read`, {
          severity: 'warn',
          help,
        }),
      );
    }
    start += line.length + 1;
  }
  return lines;
}
