import type { Io } from '../../model/io.ts';
import type { Plan } from '../../model/plan/plan.ts';
import { boundPlan } from './bound-plan.ts';
import { wantsColor } from '../cli/reports.ts';
import type { ColorOptions } from '../cli/options.ts';
import type { ApplyCommand } from '../../report/plan/verdict.ts';
import { repositoryFolder } from '../../workspace/git/repository-folder.ts';
import type { PlannedEnvironment } from './planned.ts';
import type { PlanFormat } from './plan-formats.ts';

export interface PlanLook extends ColorOptions {
  /** Undefined for stdout. */
  readonly file: string | undefined;
  /** Maximum size of the Markdown in bytes. */
  readonly room?: number | undefined;
  /** The command that applies exactly this plan. */
  readonly command: (plan: Plan) => ApplyCommand;
  /** Whether the text shows requests with their bodies. */
  readonly requests?: boolean | undefined;
  /** Whether the text shows every step in full. */
  readonly all?: boolean | undefined;
  /** The https address of the HTML page, for the Markdown. */
  readonly pageUrl?: string | undefined;
  /** Maximum number of characters of the Markdown. */
  readonly maxSize?: number | undefined;
  /** Template of links to source files: an address with `{path}` and `{line}` in it. */
  readonly sourceUrl?: string | undefined;
}

/** The plans in one format. The code of a format is loaded only if it is used. */
export async function renderPlans(
  io: Io,
  format: PlanFormat,
  planned: readonly PlannedEnvironment[],
  look: PlanLook,
): Promise<string> {
  const plans = planned.map(({ plan }) => plan);
  switch (format) {
    case 'text': {
      const { planText } = await import('../../report/plan/text/plan-text.ts');
      const page = terminal(io, look);
      return plans
        .map((plan) =>
          planText(plan, {
            ...page,
            command: look.command(plan),
            showsRequests: look.requests === true,
            view: look.all === true || look.requests === true ? 'all' : 'brief',
          }),
        )
        .join('\n');
    }
    case 'json': {
      const [{ planJson }, { madeBy }] = await Promise.all([
        import('../../report/plan/json/plan-json.ts'),
        import('./bound-plan.ts'),
      ]);
      return planJson(planned.map(boundPlan), await madeBy(io, planned));
    }
    case 'markdown': {
      const [{ planMarkdown }, { usualMaxSize }, { fitBytes }, { madeBy }] = await Promise.all([
        import('../../report/plan/markdown/plan-markdown.ts'),
        import('../../report/plan/markdown/markdown-table.ts'),
        import('../../report/text/markdown-room.ts'),
        import('./bound-plan.ts'),
      ]);
      const { command, pageUrl, maxSize: most = usualMaxSize } = look;
      const by = await madeBy(io, planned);
      return fitBytes({ bytes: look.room, most }, (maxSize) =>
        planMarkdown(plans, { maxSize, command, pageUrl, madeBy: by }),
      );
    }
    case 'html': {
      const [{ plansHtml }, { madeBy }] = await Promise.all([
        import('./plans-html.ts'),
        import('./bound-plan.ts'),
      ]);
      return plansHtml(planned, { ...look, madeBy: await madeBy(io, planned) });
    }
    case 'github': {
      const { planGithub } = await import('../../report/plan/ci/plan-github.ts');
      const folder = repositoryFolder(planned[0]?.workspace.root ?? io.cwd);
      return planGithub(plans, { folder, command: look.command });
    }
    case 'gitlab': {
      const { planGitlab } = await import('../../report/plan/ci/plan-gitlab.ts');
      return planGitlab(plans);
    }
  }
}

/** The content of a file does not depend on the terminal. */
export function terminal(
  io: Io,
  { file, color }: Pick<PlanLook, 'file' | 'color'>,
): { readonly color: boolean; readonly columns: number } {
  if (file !== undefined) return { color: color === 'always', columns: 80 };
  return { color: wantsColor(io, { color }), columns: io.columns };
}
