import { InvalidArgumentError, Option } from 'commander';
import { exitCodes, UserError } from '../../model/errors.ts';
import { isSourceTemplate } from '../../report/findings/source-link.ts';
import type { Report, ReportKind } from '../../cli/reports.ts';
import { wholeNumber } from '../../cli/run-command.ts';

/** What `plan --format` takes; `render-plans.ts` has a branch for each. */
const planFormats = ['text', 'json', 'markdown', 'html'] as const;

export type PlanFormat = (typeof planFormats)[number];

export const planReport: ReportKind<PlanFormat> = {
  formats: planFormats,
  refusal: 'a plan does not go to',
  instead: 'name another file: no format of a plan is YAML',
};

export interface FormatFlags {
  /** Every step in full, in the text. */
  readonly all?: boolean;
  /** Most characters of the Markdown. */
  readonly maxSize?: number;
  /** Where a place in a file can be read, of the HTML: an address with `{path}` and `{line}` in it. */
  readonly sourceUrl?: string;
}

/** Less cannot hold the headings of one environment. */
const leastMaxSize = 2000;

export const formatFlags = (): readonly Option[] => [
  new Option('--all', 'show every step and value in full, however many; the text is brief otherwise'),
  new Option(
    '--max-size <characters>',
    'most characters of the Markdown (default: 65536, what GitHub takes; GitLab takes 1000000)',
  ).argParser((value: string) => {
    const size = wholeNumber(value);
    if (size < leastMaxSize) throw new InvalidArgumentError(`it must be at least ${leastMaxSize}.`);
    return size;
  }),
  new Option(
    '--source-url <template>',
    'in the HTML, link each place in a file, such as to https://git.example.com/edges/blob/main/{path}#L{line}',
  ).argParser((value: string) => {
    if (isSourceTemplate(value)) return value;
    throw new InvalidArgumentError('it must be an https address with `{path}` in it, and may have `{line}`.');
  }),
];

/** A flag of a format that nobody asked for would do nothing. */
export function refuseStrayFlags(
  { all, maxSize, sourceUrl }: FormatFlags,
  reports: readonly Report<PlanFormat>[],
): void {
  const has = (format: PlanFormat): boolean => reports.some((report) => report.format === format);
  if (all === true && !has('text')) throw stray('--all', 'text');
  if (maxSize !== undefined && !has('markdown')) throw stray('--max-size', 'markdown');
  if (sourceUrl !== undefined && !has('html')) throw stray('--source-url', 'html');
}

function stray(flag: string, format: PlanFormat): UserError {
  return new UserError(exitCodes.usage, `${flag} goes with \`--format ${format}\``);
}
