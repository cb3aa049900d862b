import path from 'node:path';
import type { Rule } from '../../lint/rule.ts';
import type { Io } from '../../model/io.ts';
import type { LintResult } from '../../model/lint/lint-result.ts';
import type { ColorOptions, WorkspaceOptions } from '../cli/options.ts';
import { terminal } from '../cli/terminal.ts';

/** Facts about the run, computed only for formats that need them. */
export interface FormatContext {
  readonly terminal: () => { readonly color: boolean; readonly columns: number };
  /**
   * The folder of the workspace in its repository, for services that show findings next to the files of a repository.
   */
  readonly folder: () => Promise<string>;
  readonly version: () => Promise<string>;
  readonly rules: () => Promise<readonly Rule[]>;
  /** Maximum size in bytes, if the file limits it. */
  readonly room: number | undefined;
}

interface LintFormatEntry {
  /** The intended reader, for the format's row in docs/lint.md. */
  readonly doc: string;
  /** Whether a CI system executes its lines as commands. */
  readonly isCommands?: true;
  readonly render: (result: LintResult, context: FormatContext) => Promise<string>;
}

/**
 * The formats of findings, default first: `lint --format`, docs/lint.md and the tests read this table. The code of a
 * format is loaded only if it is used.
 */
export const lintFormats = {
  pretty: {
    doc: 'people: the lines of the file, both sides of a conflict, why, and the fix; 80 columns in a file',
    render: async (result, { terminal }) =>
      result.diagnostics.length === 0
        ? `${(await import('../../report/findings/lint-report.ts')).findingsSummary(result)}\n`
        : (await import('../../report/findings/lint-pretty.ts')).lintPretty(result, terminal()),
  },
  compact: {
    doc: 'people and editors: a line for each finding',
    render: async (result) => (await import('../../report/findings/lint-lines.ts')).lintCompact(result),
  },
  json: {
    doc: 'programs; `edgewright schema lint` describes it',
    render: async (result, { version }) =>
      (await import('../../report/findings/lint-json.ts')).lintJson(result, await version()),
  },
  jsonl: {
    doc: 'programs: a finding of the same shape on each line',
    render: async (result) => (await import('../../report/findings/lint-json.ts')).lintJsonl(result),
  },
  sarif: {
    doc: 'SARIF 2.1.0, for GitHub code scanning and editors; with the description of each rule, and the fixes',
    render: async (result, { folder, rules, version }) => {
      const { lintSarif } = await import('../../report/findings/lint-sarif.ts');
      const { homepage } = await import('../../version.ts');
      return lintSarif(result, {
        rules: await rules(),
        version: await version(),
        homepage,
        folder: await folder(),
      });
    },
  },
  github: {
    doc: 'annotations of GitHub Actions, errors first; a step shows ten of each level, the log shows all',
    isCommands: true,
    render: async (result, { folder }) =>
      (await import('../../report/findings/lint-lines.ts')).lintGithub(result, await folder()),
  },
  gitlab: {
    doc: 'a Code Quality report of GitLab',
    render: async (result, { folder }) =>
      (await import('../../report/findings/lint-lines.ts')).lintGitlab(result, await folder()),
  },
  junit: {
    doc: 'test results, for Jenkins and GitLab; only errors fail',
    render: async (result, { folder }) =>
      (await import('../../report/findings/lint-xml.ts')).lintJunit(result, await folder()),
  },
  checkstyle: {
    doc: "Checkstyle's XML, for Jenkins and reviewdog",
    render: async (result, { folder }) =>
      (await import('../../report/findings/lint-xml.ts')).lintCheckstyle(result, await folder()),
  },
  markdown: {
    doc: 'a step summary (`--format "markdown=$GITHUB_STEP_SUMMARY"`) or a comment',
    render: async (result, { folder, room }) =>
      (await import('../../report/findings/lint-markdown.ts')).lintMarkdown(result, {
        folder: await folder(),
        mostBytes: room,
      }),
  },
} as const satisfies Readonly<Record<string, LintFormatEntry>>;

export type LintFormat = keyof typeof lintFormats;

export const lintFormatNames = Object.keys(lintFormats) as [LintFormat, ...LintFormat[]];

/** The entry of a format, typed by the properties that all entries share. */
export function lintFormat(name: LintFormat): LintFormatEntry {
  return lintFormats[name];
}

interface ContextOptions extends ColorOptions, WorkspaceOptions {
  /** Undefined for stdout. */
  readonly file: string | undefined;
  readonly room: number | undefined;
  /** Live objects were checked: they are in no file. */
  readonly live?: boolean;
}

/** The facts about this run that formats can ask for. */
export function formatContext(io: Io, options: ContextOptions): FormatContext {
  const { workspace = '.', live = false, room } = options;
  return {
    room,
    terminal: () => {
      const { color, columns } = terminal(io, options);
      return { color, columns: Math.min(columns, 120) };
    },
    folder: async () => (live ? '' : folderInRepository(path.resolve(io.cwd, workspace))),
    version: async () => (await import('../../version.ts')).version,
    rules: async () => (await import('../../lint/rules.ts')).rules,
  };
}

async function folderInRepository(start: string): Promise<string> {
  const [{ findRoot }, { repositoryFolder }] = await Promise.all([
    import('../../workspace/files/find-root.ts'),
    import('../../workspace/git/repository-folder.ts'),
  ]);
  return repositoryFolder(findRoot(start));
}
