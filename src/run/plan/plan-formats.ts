import { InvalidArgumentError, Option } from 'commander';
import { UserError, usageError } from '../../model/errors.ts';
import { isSourceTemplate } from '../../report/findings/source-link.ts';
import type { Report, ReportKind } from '../cli/reports.ts';
import { optionGroups } from '../cli/option-groups.ts';
import { wholeNumber } from '../cli/option-values.ts';

/** The values of `plan --format`; `render-plans.ts` has a branch for each. */
const planFormats = ['text', 'json', 'markdown', 'html', 'github', 'gitlab'] as const;

export type PlanFormat = (typeof planFormats)[number];

export const planReport: ReportKind<PlanFormat> = {
  formats: planFormats,
  isCommands: (format) => format === 'github',
  refusal: 'a plan cannot be written to',
  instead: 'name another file: no format of a plan is YAML',
};

export interface FormatFlags {
  /** Shows every step in full, in the text. */
  readonly all?: boolean;
  /** Maximum number of characters of the Markdown. */
  readonly maxSize?: number;
  /** The https address of the HTML page, for the Markdown. */
  readonly pageUrl?: string;
  /** Template of links to source files, for the HTML: an address with `{path}` and `{line}` in it. */
  readonly sourceUrl?: string;
}

/** A smaller limit cannot hold the headings of one environment. */
const leastMaxSize = 2000;

export const formatFlags = (): readonly Option[] => [
  new Option('--all', 'show every step and value in full, in the text').helpGroup(optionGroups.output),
  new Option(
    '--max-size <characters>',
    'most characters of the Markdown (default: 65536, the limit of GitHub; GitLab takes 1000000)',
  )
    .helpGroup(optionGroups.output)
    .argParser((value: string) => {
      const size = wholeNumber(value);
      if (size < leastMaxSize) throw new InvalidArgumentError(`it must be at least ${leastMaxSize}.`);
      return size;
    }),
  new Option('--page-url <address>', 'address of the HTML page, which the Markdown links to')
    .helpGroup(optionGroups.output)
    .argParser((value: string) => {
      if (isPageUrl(value)) return value;
      throw new InvalidArgumentError('it must be an https address.');
    }),
  new Option(
    '--source-url <template>',
    'address template for places in files, which the HTML links to, such as https://git.example.com/edges/blob/main/{path}#L{line}',
  )
    .helpGroup(optionGroups.output)
    .argParser((value: string) => {
      if (isSourceTemplate(value)) return value;
      throw new InvalidArgumentError(
        'it must be an https address with `{path}` in it, and may have `{line}`.',
      );
    }),
];

/** The pattern excludes characters that could end a Markdown link. */
function isPageUrl(value: string): boolean {
  return /^https:\/\/[\w.-]+(?::\d+)?(?:\/[\w./~%@:+=&?#-]*)?$/.test(value) && URL.canParse(value);
}

/** Refuses a flag of a format that is not printed: it would have no effect. */
export function refuseUnusedFlags(
  { all, maxSize, pageUrl, sourceUrl }: FormatFlags,
  reports: readonly Report<PlanFormat>[],
): void {
  const has = (format: PlanFormat): boolean => reports.some((report) => report.format === format);
  if (all === true && !has('text')) throw unusedFlag('--all', 'text');
  if (maxSize !== undefined && !has('markdown')) throw unusedFlag('--max-size', 'markdown');
  if (pageUrl !== undefined && !has('markdown')) throw unusedFlag('--page-url', 'markdown');
  if (sourceUrl !== undefined && !has('html')) throw unusedFlag('--source-url', 'html');
}

function unusedFlag(flag: string, format: PlanFormat): UserError {
  return usageError(`${flag} requires \`--format ${format}\``);
}
