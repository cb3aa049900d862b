import path from 'node:path';
import type { Io } from '../../model/io.ts';
import type { LintResult } from '../../model/lint/lint-result.ts';
import { wantsColor } from '../../cli/color.ts';
import type { LintFormat } from './lint-formats.ts';
import type { ColorOptions, WorkspaceOptions } from '../../cli/options.ts';

interface RenderOptions extends ColorOptions, WorkspaceOptions {
  /** Undefined for stdout. */
  readonly file: string | undefined;
  /** What is live is in no file. */
  readonly live?: boolean;
}

/** The findings in one format. What another format needs is not loaded. */
export async function renderFindings(
  io: Io,
  result: LintResult,
  format: LintFormat,
  options: RenderOptions,
): Promise<string> {
  switch (format) {
    case 'pretty':
      if (result.diagnostics.length === 0)
        return (await import('../../report/findings/lint-report.ts')).noFindings(result);
      return (await import('../../report/findings/lint-pretty.ts')).lintPretty(result, terminal(io, options));
    case 'compact':
      return (await import('../../report/findings/lint-compact.ts')).lintCompact(result);
    case 'json':
      return (await import('../../report/findings/lint-json.ts')).lintJson(result, await version());
    case 'jsonl':
      return (await import('../../report/findings/lint-jsonl.ts')).lintJsonl(result);
    case 'sarif': {
      const { lintSarif } = await import('../../report/findings/lint-sarif.ts');
      const { rules } = await import('../../lint/rules.gen.ts');
      return lintSarif(result, { rules, version: await version(), ...(await place(io, options)) });
    }
    case 'github':
      return (await import('../../report/findings/lint-github.ts')).lintGithub(
        result,
        await place(io, options),
      );
    case 'gitlab':
      return (await import('../../report/findings/lint-gitlab.ts')).lintGitlab(
        result,
        await place(io, options),
      );
    case 'junit':
      return (await import('../../report/findings/lint-junit.ts')).lintJunit(
        result,
        await place(io, options),
      );
    case 'checkstyle':
      return (await import('../../report/findings/lint-checkstyle.ts')).lintCheckstyle(
        result,
        await place(io, options),
      );
    case 'markdown':
      return (await import('../../report/findings/lint-markdown.ts')).lintMarkdown(
        result,
        await place(io, options),
      );
  }
}

/** The bytes of a file depend on no terminal. */
function terminal(io: Io, options: RenderOptions): { readonly color: boolean; readonly columns: number } {
  if (options.file !== undefined) return { color: options.color === 'always', columns: 80 };
  return { color: wantsColor(io, options), columns: Math.min(io.columns, 120) };
}

async function version(): Promise<string> {
  return (await import('../../version.ts')).version;
}

/** Services show findings beside the files of a repository, which may hold the workspace in a folder. */
async function place(
  io: Io,
  { workspace = '.', live = false }: RenderOptions,
): Promise<{ readonly folder: string }> {
  if (live) return { folder: '' };
  const [{ findRoot }, { repositoryFolder }] = await Promise.all([
    import('../../workspace/files/find-root.ts'),
    import('../../session/workspace/repository-folder.ts'),
  ]);
  return { folder: repositoryFolder(findRoot(path.resolve(io.cwd, workspace))) };
}
