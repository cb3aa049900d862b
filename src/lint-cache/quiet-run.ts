/**
 * Skips a run if the last one had no findings and nothing has changed: no file (by stat), added or removed file,
 * inlined file, ledger, `.gitignore` or setting. It does less than the cache of files, which helps if one file of ten
 * thousand was edited, and costs only a stat per file.
 */
import { createHash } from 'node:crypto';
import type { LintResult } from '../model/lint/lint-result.ts';
import type { Workspace, WorkspaceHead } from '../model/workspace.ts';
import type { Rule } from '../lint/rule.ts';
import type { FileStats } from './file-stats.ts';
import { cacheName, hashOfHead, settlingTime, type MemoryPlace } from './cache-memory.ts';

export interface QuietRun {
  /** The result of the last run, if this run would give the same. */
  readonly last: () => LintResult | undefined;
  readonly note: (result: LintResult, workspace: Workspace, inlined: readonly string[]) => void;
}

interface Looked {
  readonly head: WorkspaceHead;
  readonly paths: readonly string[];
  readonly stats: FileStats;
  /** Inputs other than files, such as command-line options. */
  readonly given: readonly string[];
  readonly rules: readonly Rule[];
}

export function quietRun({ cache, started: now }: MemoryPlace, looked: Looked): QuietRun {
  if (cache === undefined) return { last: () => undefined, note: () => undefined };
  const name = cacheName('quiet', looked.head);
  const started = now.getTime();
  return {
    last: () => {
      const [state, files, inlined] = parsed(cache.read(name));
      if (state === undefined) return undefined;
      return stateOf(cache.build, looked, inlined).key === state ? nothingFound(files) : undefined;
    },
    note: (result, workspace, inlined) => {
      const state = stateOf(cache.build, looked, inlined);
      const isQuiet = isEmpty(result) && !isTimed(looked.rules, workspace);
      const isCalm = state.time + settlingTime < started;
      const text = isQuiet && isCalm ? JSON.stringify([state.key, result.files, inlined]) : '';
      if (text !== (cache.read(name) ?? '')) cache.write(name, text);
    },
  };
}

function isEmpty({ diagnostics, suppressed, baselined }: LintResult): boolean {
  return diagnostics.length === 0 && suppressed === 0 && baselined === 0;
}

/** Whether a rule that depends on the current time may have checked something. */
function isTimed(rules: readonly Rule[], { yaml, cached }: Workspace): boolean {
  const fields = rules.flatMap((rule) =>
    rule.scope === 'resource' && rule.isTimed === true ? (rule.fields ?? []) : [],
  );
  const mayHave = (text: string): boolean =>
    spelledOut.test(text) || fields.some((field) => text.includes(field));
  return yaml.some((document) => cached?.has(document) !== true && mayHave(document.source.text));
}

/** An escape that may stand for a letter of a key in double quotes. */
const spelledOut = /\\[xuU\r\n]/;

function stateOf(
  build: string,
  { head, paths, stats, given }: Looked,
  inlined: readonly string[],
): { readonly key: string; readonly time: number } {
  const ledgers = [...head.environments.keys()].map((name) => `.edgewright/${name}/ledger.json`);
  const others = [...ledgers, head.settings.lint.baseline];
  const hash = createHash('sha256');
  hash.update(hashOfHead(head, [build, ...given, stats.ofIgnoreFilesAbove()]));
  let time = 0;
  for (const path of [...paths, ...others]) {
    const stat = stats.of(path);
    hash.update(`${path}\0${stat.key}\n`);
    time = Math.max(time, stat.time);
  }
  const ofInlined = stats.ofInlined(inlined);
  hash.update(ofInlined.key);
  return { key: hash.digest('hex'), time: Math.max(time, ofInlined.time) };
}

type Noted = readonly [state: string | undefined, files: number, inlined: readonly string[]];
const nothing: Noted = [undefined, 0, []];

function parsed(text: string | undefined): Noted {
  if (text === undefined || text === '') return nothing;
  try {
    const [state, files, inlined] = JSON.parse(text) as unknown[];
    const isWhole = typeof state === 'string' && typeof files === 'number' && Array.isArray(inlined);
    return isWhole ? [state, files, inlined.map(String)] : nothing;
  } catch {
    return nothing;
  }
}

function nothingFound(files: number): LintResult {
  return {
    diagnostics: [],
    suppressed: 0,
    baselined: 0,
    counts: { error: 0, warn: 0, info: 0 },
    fixable: { safe: 0, unsafe: 0 },
    files,
    sensitive: new Map(),
  };
}
