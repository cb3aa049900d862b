import type { Io } from '../../model/io.ts';
import type { MadeBy, Plan } from '../../model/plan/plan.ts';
import { type PlacedReport } from '../cli/reports.ts';
import type { ColorOptions } from '../cli/options.ts';
import type { PlanOfPage } from '../../report/page/page.ts';
import { type BindingFact, bindingFacts, bindingText } from '../../report/plan/saved-texts.ts';
import type { ApplyCommand, ApproveCommand } from '../../report/plan/verdict.ts';
import type { PlanFile } from '../session/saved-plans.ts';
import type { FormatFlags, PlanFormat } from './plan-formats.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';
import { terminal } from '../cli/terminal.ts';

/** Plans to print, just made or from a file. What only some formats show is made when it is asked for. */
export interface PlansToShow {
  readonly plans: readonly Plan[];
  readonly madeBy: () => MadeBy | Promise<MadeBy>;
  readonly json: () => string | Promise<string>;
  readonly pages: () => readonly PlanOfPage[] | Promise<readonly PlanOfPage[]>;
  /** The command that applies exactly this plan. */
  readonly command: (plan: Plan) => ApplyCommand;
  readonly approve?: (plan: Plan) => ApproveCommand;
  /** For plans from a file: their binding is shown with it. */
  readonly signature?: PlanFile['signature'];
  /** The folder of the workspace in its repository. */
  readonly folder: () => string;
}

export interface PlanLook extends ColorOptions, FormatFlags {
  /** Whether the text shows requests with their bodies. */
  readonly requests?: boolean;
}

/** The plans in one format. The code of a format is loaded only if it is used. */
export async function renderPlans(
  io: Io,
  { format, file, room }: PlacedReport<PlanFormat>,
  { plans, madeBy, json, pages, command, approve, signature, folder }: PlansToShow,
  { color, all, requests, maxSize: most, pageUrl, sourceUrl }: PlanLook,
): Promise<string> {
  switch (format) {
    case 'text': {
      const { planText } = await import('../../report/plan/text/plan-text.ts');
      const showsRequests = requests === true;
      const view = all === true || showsRequests ? 'all' : 'brief';
      const page = { ...terminal(io, { file, color }), showsRequests, view } as const;
      return plans
        .map((plan) => {
          const text = planText(plan, { ...page, command: command(plan), approve: approve?.(plan) });
          return signature === undefined ? text : `${text}\n${bindingText(bindingFacts(plan, signature))}`;
        })
        .join('\n');
    }
    case 'json':
      return json();
    case 'markdown': {
      const [{ planMarkdown }, { usualMaxSize }, { fitBytes }] = await Promise.all([
        import('../../report/plan/markdown/plan-markdown.ts'),
        import('../../report/plan/markdown/markdown-table.ts'),
        import('../../report/text/markdown-room.ts'),
      ]);
      const unverified = signature === 'no-seal' ? signature : undefined;
      const binding = plans.flatMap((plan) =>
        signature === undefined ? [] : namedBinding(plan, signature, plans.length),
      );
      const look = { command, approve, pageUrl, binding, unverified, madeBy: await madeBy() };
      return fitBytes({ bytes: room, most: most ?? usualMaxSize }, (maxSize) =>
        planMarkdown(plans, { ...look, maxSize }),
      );
    }
    case 'html': {
      const { planHtml } = await import('../../report/page/page.ts');
      return planHtml(await pages(), { sourceUrl, madeBy: await madeBy() });
    }
    case 'github': {
      const { planGithub } = await import('../../report/plan/ci/plan-github.ts');
      return planGithub(plans, { folder: folder(), command, ...withoutUndefined({ approve }) });
    }
    case 'gitlab': {
      const { planGitlab } = await import('../../report/plan/ci/plan-gitlab.ts');
      return planGitlab(plans);
    }
  }
}

/** Where there are several plans, each names its environment. */
export function namedBinding(
  plan: Plan,
  signature: PlanFile['signature'],
  count: number,
): readonly BindingFact[] {
  const facts = bindingFacts(plan, signature);
  return count === 1 ? facts : [{ name: 'environment', value: plan.environment }, ...facts];
}
