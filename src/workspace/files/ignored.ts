import ignore, { type Ignore } from 'ignore';
import { problem, quoted } from '../../model/problem.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Source } from '../../model/document.ts';
import type { FileTree } from './file-tree.ts';

/** The patterns of one `.gitignore`; `folder` is where it is, relative to the root (`../..` above it). */
interface Layer {
  /** What has to be put before a path, or taken off it, to be relative to the file's own folder. */
  readonly prefix: string;
  readonly depth: number;
  readonly patterns: Patterns;
}

/** The `.gitignore` files that hold for a folder, outermost first. */
export type Ignored = readonly Layer[];

/** What holds in a folder of the workspace: the patterns from above, and those of its own `.gitignore` if it has one. */
export function ignoredIn(
  tree: FileTree,
  folder: string,
  above: Ignored,
  report: (found: Diagnostic) => void,
): Ignored {
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
  return [...above, { prefix: '', depth: folder === '' ? 0 : folder.length + 1, patterns }];
}

/** The patterns of a `.gitignore` above the workspace; `below` is the workspace's folder seen from it. */
export function withOuterIgnoreFile(above: Ignored, below: string, source: Source): Ignored {
  const patterns = patternsOf(affordable(source, () => undefined));
  return [...above, { prefix: `${below}/`, depth: 0, patterns }];
}

/** Whether git leaves a path out; what is inside an ignored folder is never asked for. As in git, the last word wins. */
export function isIgnored(layers: Ignored, path: string, isFolder: boolean): boolean {
  let verdict = false;
  for (const { prefix, depth, patterns } of layers) {
    const asked = prefix + path.slice(depth);
    if (!mayConcern(patterns, asked)) continue;
    const result = patterns.library().test(isFolder ? `${asked}/` : asked);
    if (result.ignored) verdict = true;
    else if (result.unignored) verdict = false;
  }
  return verdict;
}

interface Patterns {
  /** What a path has to have in it for a line to say something of it; undefined where that cannot be told. */
  readonly marks: Marks | undefined;
  /** Made when it is first needed: it takes longer than all that most workspaces would ask of it. */
  readonly library: () => Ignore;
}

/** The last name of every line; of `*.log` the ending. */
interface Marks {
  readonly names: ReadonlySet<string>;
  readonly endings: readonly string[];
}

function patternsOf(lines: readonly string[]): Patterns {
  let library: Ignore | undefined;
  // With upper and lower case told apart everywhere, as git does where CI runs: a workspace is the same on a Mac.
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

/** The lines whose matching cannot take long: each `*` of a name multiplies the time that the library needs. */
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
