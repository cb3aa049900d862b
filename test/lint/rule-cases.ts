import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Rule } from '../../src/lint/rule.ts';
import type { Diagnostic, Severity } from '../../src/model/diagnostic.ts';
import type { Place } from '../../src/model/document.ts';
import type { UsedApproval } from '../../src/model/approval.ts';
import type { LedgerState } from '../../src/model/ledger/ledger.ts';
import type { Json } from '../../src/model/value.ts';
import type { RepositoryAround } from '../../src/model/workspace/workspace.ts';
import { compiledBase } from '../../src/run/lint/lint-base.ts';
import { lineColumn } from '../../src/text/line-column.ts';
import { alone, filesIn, lintFiles, workspaceOf, type Files } from './workspace-of.ts';
import type { RuleSetting } from '../../src/model/workspace/settings.ts';

/** One expected finding of a case. */
export interface ExpectedFinding {
  /** The text of the range (or its first line), or `line:column`, or `path:line:column`. */
  readonly at: string;
  readonly message: string;
  readonly related?: readonly string[];
  readonly environments?: readonly string[];
  /** The severity, if it differs from the rule's. */
  readonly severity?: Severity;
}

/** A file without findings of the rule. */
export interface ValidCase {
  readonly name?: string;
  /** resources/case.yaml; a line `# file: <path>` begins another file. */
  readonly text?: string;
  readonly files?: Files;
  readonly options?: Readonly<Record<string, Json>>;
  readonly now?: string;
  /** In a workspace that has no environment of its own. */
  readonly isAlone?: true;
  readonly ledger?: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  /** The orphans in the ledger. */
  readonly orphans?: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  /** The approvals that the ledger has recorded. */
  readonly used?: readonly UsedApproval[];
  /** The other workspaces of the repository. */
  readonly others?: RepositoryAround['others'];
  /** The jobs of the repository, by path. */
  readonly jobs?: Files;
  /** The files of the base, cut as `text` is: `--base main`. */
  readonly base?: string;
}

export interface InvalidCase extends ValidCase, Partial<ExpectedFinding> {
  readonly findings?: readonly ExpectedFinding[];
  /** The files after the fix. */
  readonly fixed?: string;
  /** `none`: no finding has a fix. */
  readonly fix?: 'none';
}

export interface RuleCases {
  /** The rule is about other rules, which run with it; else it runs alone. */
  readonly with?: 'all';
  /** The context of the rule's own `bad` and `good` examples: a ledger, a time, options. */
  readonly example: ValidCase;
  readonly valid: readonly ValidCase[];
  readonly invalid: readonly InvalidCase[];
}

const folder = new URL('cases/', import.meta.url);

/** Each file is read once: what a rule finds is asked for every case of it. */
const known = new Map<string, RuleCases | undefined>();

export function casesOf(id: string): RuleCases | undefined {
  if (!known.has(id)) known.set(id, readCases(id));
  return known.get(id);
}

function readCases(id: string): RuleCases | undefined {
  const file = new URL(`${id}.yaml`, folder);
  if (!existsSync(file)) return undefined;
  const read = parse(readFileSync(file, 'utf8')) as Partial<RuleCases>;
  return { example: {}, valid: [], invalid: [], ...read };
}

/** The ids that case files are named after. */
export function caseIds(): readonly string[] {
  return readdirSync(folder).map((name) => name.replace(/\.yaml$/, ''));
}

export function filesOf({ text, files = {} }: ValidCase): Files {
  return { ...(text === undefined ? {} : filesIn(text)), ...files };
}

/** The settings of a case: recommended, and the rule itself even where only `strict` has it. */
function overridingFor(rule: Rule, options: RuleSetting['options']): ReadonlyMap<string, RuleSetting> {
  const { recommended, strict } = rule.severity;
  const severity = recommended === 'off' ? strict : recommended;
  return new Map([[rule.id, { severity, ...(options === undefined ? {} : { options }) }]]);
}

/** The findings of the rule, run alone, or with all others if it is about their findings or settings. */
export function ownFindings(
  rule: Rule,
  rules: readonly Rule[],
  one: ValidCase,
  files: Files = filesOf(one),
): readonly Diagnostic[] {
  const run = casesOf(rule.id)?.with === 'all' ? rules : [rule];
  return findingsIn(rule, run, one, files).filter((found) => found.rule === rule.id);
}

/** The findings of some rules in the files of a rule's case. */
export function findingsIn(
  rule: Rule,
  rules: readonly Rule[],
  one: ValidCase,
  files: Files = filesOf(one),
): readonly Diagnostic[] {
  const ledgers =
    one.ledger === undefined
      ? {}
      : { ledgers: new Map([['production', ledgerOf(one.ledger, one.orphans ?? {}, one.used)]]) };
  const base = one.base === undefined ? {} : { base: compiledBase('main', workspaceOf(filesIn(one.base))) };
  const options = {
    rules,
    overriding: overridingFor(rule, one.options),
    ...(one.now === undefined ? {} : { now: new Date(one.now) }),
    ...ledgers,
    ...base,
  };
  const around = (one.others ?? one.jobs) && {
    jobs: Object.entries(one.jobs ?? {}).map(([path, text]) => ({ path, text })),
    home: { folder: 'team-b', repositories: [], ownHelp: () => 'write A', ownPlace: () => 'write B' },
    others: one.others ?? [],
  };
  const { diagnostics } = lintFiles(files, { ...options, around }, one.isAlone === true ? alone : undefined);
  return diagnostics.filter(({ place }) => Object.hasOwn(files, place.source.path));
}

type Entries = NonNullable<ValidCase['ledger']>;

function entriesOf(entries: Entries): LedgerState['resources'] & LedgerState['orphans'] {
  const filled = Object.entries(entries).map(([address, entry]) => [
    address,
    {
      uid: '00000000000000000000000000000000',
      kind: address.split('/')[0],
      id: 'id_1',
      observed: {},
      observed_at: '2025-12-01T00:00:00Z',
      is_protected: false,
      ...entry,
    },
  ]);
  return Object.fromEntries(filled) as LedgerState['resources'] & LedgerState['orphans'];
}

function ledgerOf(
  resources: Entries,
  orphans: Entries,
  approvals: readonly UsedApproval[] = [],
): LedgerState {
  return {
    format: 1,
    environment: 'production',
    lineage: '0f1e2d3c4b5a69788796a5b4c3d2e1f0',
    serial: 1,
    fence: 1,
    api: 'http://127.0.0.1:4040',
    resources: entriesOf(resources),
    orphans: entriesOf(orphans),
    approvals,
  };
}

/** A finding in the notation of the case that expects it. */
export function inNotation(expected: ExpectedFinding, found: Diagnostic): ExpectedFinding {
  return {
    at: placeLike(expected.at, found.place),
    message: found.message,
    ...(expected.related === undefined
      ? {}
      : {
          related: found.related.map(({ place }, index) => placeLike(expected.related?.[index] ?? '', place)),
        }),
    ...(expected.environments === undefined ? {} : { environments: found.environments }),
    ...(expected.severity === undefined ? {} : { severity: found.severity }),
  };
}

/** `path:line:column`. */
export function placeText({ source, start }: Place): string {
  const { line, column } = lineColumn(source, start);
  return `${source.path}:${line}:${column}`;
}

function placeLike(notation: string, { source, start, end }: Place): string {
  const { line, column } = lineColumn(source, start);
  if (/^\d+:\d+$/.test(notation)) return `${line}:${column}`;
  if (/^\S+:\d+:\d+$/.test(notation)) return `${source.path}:${line}:${column}`;
  const text = source.text.slice(start, end).trimEnd();
  const [first = ''] = text.split('\n');
  return notation.trimEnd() === text ? notation : first;
}
