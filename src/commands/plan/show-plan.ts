import path from 'node:path';
import { exitCodes, UserError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import type { Plan } from '../../model/plan/plan.ts';
import type { MadeBy } from '../../report/plan/made-by.ts';
import type { BindingFact } from '../../report/plan/saved/plan-binding.ts';
import type { Opened } from '../../saved/plan/read-saved.ts';
import type { ColorOptions } from '../../cli/options.ts';
import {
  planReport,
  refuseStrayFlags,
  type FormatFlags,
  type PlanFormat,
} from '../../workflow/plan/plan-formats.ts';
import { terminal } from '../../workflow/plan/render-plans.ts';
import {
  outputFiles,
  placedReports,
  writeReports,
  type Report,
  type ReportFlags,
} from '../../cli/reports.ts';
import { openSavedPlan } from '../../session/saved/saved-plans.ts';

export interface ShowOptions extends ColorOptions, ReportFlags<PlanFormat>, FormatFlags {
  readonly requests?: boolean;
}

/** A saved plan in the formats of `plan`, from its file alone; the output names the parts that it lacks. */
export async function showPlan(io: Io, file: string, options: ShowOptions): Promise<number> {
  const reports = placedReports(io, options, planReport);
  refuseStrayFlags(options, reports);
  refuseItself(io, file, options);
  const opened = openSavedPlan(io, file);
  const [{ planOf }, { bindingFacts }] = await Promise.all([
    import('../../saved/plan/plan-of.ts'),
    import('../../report/plan/saved/plan-binding.ts'),
  ]);
  const plan = planOf(opened.plan);
  const shown = { plan, binding: bindingFacts(plan, opened.signature), document: opened.document };
  await writeReports(io, planReport, reports, (report) => render(io, report, { ...shown, options }));
  return exitCodes.ok;
}

/** A report that replaced the saved plan would destroy it. */
function refuseItself({ cwd }: Io, file: string, options: ShowOptions): void {
  const targets = outputFiles(options).map((each) => path.resolve(cwd, each));
  if (!targets.includes(path.resolve(cwd, file))) return;
  throw new UserError(exitCodes.usage, `\`${file}\` is the saved plan, and a report would replace it`, {
    help: 'name another file. Nothing was written',
  });
}

/** A saved plan has neither its commit nor its time. */
function madeByOf({ bound }: Plan): MadeBy | undefined {
  return bound === undefined ? undefined : { version: bound.tool, apis: [bound.api] };
}

interface Shown {
  readonly plan: Plan;
  readonly binding: readonly BindingFact[];
  readonly document: Opened['document'];
  readonly options: ShowOptions;
}

async function render(
  io: Io,
  { format, file }: Report<PlanFormat>,
  { plan, binding, document, options }: Shown,
): Promise<string> {
  const { color, all, requests, maxSize, pageUrl, sourceUrl } = options;
  switch (format) {
    case 'text': {
      const [{ planText }, { bindingText }] = await Promise.all([
        import('../../report/plan/text/plan-text.ts'),
        import('../../report/plan/saved/plan-binding.ts'),
      ]);
      const view = all === true || requests === true ? 'all' : 'brief';
      const page = { ...terminal(io, { file, color }), showsRequests: requests === true, view } as const;
      return `${planText(plan, page)}\n${bindingText(binding)}`;
    }
    case 'json': {
      const { jsonText } = await import('../../report/text/json.ts');
      return jsonText(document);
    }
    case 'markdown': {
      const { planMarkdown } = await import('../../report/plan/markdown/plan-markdown.ts');
      return planMarkdown([plan], { maxSize, pageUrl, binding, madeBy: madeByOf(plan) });
    }
    case 'html': {
      const { planHtml } = await import('../../report/plan/html/page.ts');
      return planHtml([{ plan, diagnostics: [], binding }], { sourceUrl, madeBy: madeByOf(plan) });
    }
  }
}
