import type { ReportKind } from '../../cli/reports.ts';

/** The values of `apply --format`. */
export type ApplyFormat = 'text' | 'json' | 'markdown';

export const applyReport: ReportKind<ApplyFormat> = {
  formats: ['text', 'json', 'markdown'],
  refusal: 'the report of an apply cannot be written to',
  instead: 'name another file: no format is YAML',
};
