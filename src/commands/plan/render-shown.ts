import path from 'node:path';
import { exitCodes, usageError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import type { MadeBy, Plan } from '../../model/plan/plan.ts';
import { planOf } from '../../plan/saved/plan-of.ts';
import type { PlanJson } from '../../plan/saved/read-plan-json.ts';
import type { OpenedPlan } from '../../plan/saved/read-saved.ts';
import { planDocument } from '../../report/plan/json/plan-json.ts';
import { type BindingFact, bindingFacts, bindingText } from '../../report/plan/saved-texts.ts';
import type { ColorOptions } from '../../run/cli/options.ts';
import {
  outputFiles,
  type PlacedReport,
  placedReports,
  type ReportFlags,
  writeReports,
} from '../../run/cli/reports.ts';
import {
  type FormatFlags,
  type PlanFormat,
  planReport,
  refuseUnusedFlags,
} from '../../run/plan/plan-formats.ts';
import { terminal } from '../../run/plan/render-plans.ts';
import { openPlanFile } from '../../run/session/saved-plans.ts';

/** The plans of a file in the formats of `plan`, from the file alone; the output names the parts that it lacks. */
export async function showPlan(io: Io, file: string, options: ShowOptions): Promise<number> {
  const reports = placedReports(io, options, planReport);
  refuseUnusedFlags(options, reports);
  refuseItself(io, file, options);
  const opened = openPlanFile(io, file);
  const shown = 'plans' in opened ? shownReport(opened) : shownSaved(opened);
  await writeReports(io, planReport, reports, (report) => renderShown(io, report, { ...shown, options }));
  return exitCodes.ok;
}

/** A report that replaced the saved plan would destroy it. */
function refuseItself({ cwd }: Io, file: string, options: ShowOptions): void {
  const targets = outputFiles(options).map((each) => path.resolve(cwd, each));
  if (!targets.includes(path.resolve(cwd, file))) return;
  throw usageError(
    `\`${file}\` is the plan to show, and a report would replace it`,
    'name another file. Nothing was written',
  );
}

export interface ShowOptions extends ColorOptions, ReportFlags<PlanFormat>, FormatFlags {
  readonly requests?: boolean;
}

/** The content of a file with plans. */
interface PlansToShow {
  readonly plans: readonly Plan[];
  readonly madeBy: MadeBy;
  readonly signature: OpenedPlan['signature'] | 'no-seal';
  /** For the JSON. */
  readonly document: object;
}

/** A saved plan has neither its commit nor its time. */
export function shownSaved({ plan, document, signature }: OpenedPlan): PlansToShow {
  const madeBy = { version: plan.bound.tool, apis: [plan.bound.api] };
  return { plans: [planOf(plan)], madeBy, signature, document };
}

/** The sentences of the document are made again: those in the file may say anything. */
export function shownReport({ plans, madeBy }: PlanJson): PlansToShow {
  return { plans, madeBy, signature: 'no-seal', document: planDocument(plans, madeBy) };
}

export async function renderShown(
  io: Io,
  { format, file, room }: PlacedReport<PlanFormat>,
  { plans, madeBy, signature, document, options }: PlansToShow & { readonly options: ShowOptions },
): Promise<string> {
  const { color, all, requests, maxSize, pageUrl, sourceUrl } = options;
  switch (format) {
    case 'text': {
      const { planText } = await import('../../report/plan/text/plan-text.ts');
      const view = all === true || requests === true ? 'all' : 'brief';
      const page = { ...terminal(io, { file, color }), showsRequests: requests === true, view } as const;
      return plans
        .map((plan) => `${planText(plan, page)}\n${bindingText(bindingFacts(plan, signature))}`)
        .join('\n');
    }
    case 'json': {
      const { jsonText } = await import('../../report/text/json.ts');
      return jsonText(document);
    }
    case 'markdown': {
      const [{ planMarkdown }, { usualMaxSize }, { fitBytes }] = await Promise.all([
        import('../../report/plan/markdown/plan-markdown.ts'),
        import('../../report/plan/markdown/markdown-table.ts'),
        import('../../report/text/markdown-room.ts'),
      ]);
      const unverified = signature === 'no-seal' ? signature : undefined;
      const binding = plans.flatMap((plan) => bindingOf(plan, signature, plans.length));
      return fitBytes({ bytes: room, most: maxSize ?? usualMaxSize }, (most) =>
        planMarkdown(plans, { maxSize: most, pageUrl, binding, madeBy, unverified }),
      );
    }
    case 'html': {
      const { planHtml } = await import('../../report/page/page.ts');
      const pages = plans.map((plan) => ({
        plan,
        diagnostics: [],
        binding: bindingOf(plan, signature, plans.length),
      }));
      return planHtml(pages, { sourceUrl, madeBy });
    }
    case 'github': {
      const { planGithub } = await import('../../report/plan/ci/plan-github.ts');
      return planGithub(plans, { folder: '' });
    }
    case 'gitlab': {
      const { planGitlab } = await import('../../report/plan/ci/plan-gitlab.ts');
      return planGitlab(plans);
    }
  }
}

/** Where there are several plans, each names its environment. */
function bindingOf(plan: Plan, signature: PlansToShow['signature'], count: number): readonly BindingFact[] {
  const facts = bindingFacts(plan, signature);
  return count === 1 ? facts : [{ name: 'environment', value: plan.environment }, ...facts];
}
