import type { ReportKind } from '../../cli/reports.ts';

/** The values of `drift --format`. */
export type DriftFormat = 'text' | 'json' | 'markdown' | 'github';

export const driftReport: ReportKind<DriftFormat> = {
  formats: ['text', 'json', 'markdown', 'github'],
  isCommands: (format) => format === 'github',
  refusal: 'drift cannot be written to',
  instead: 'name another file: no format of drift is YAML',
};
