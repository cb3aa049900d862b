import type { ReportKind } from '../../cli/reports.ts';

/** The values of `drift --format`. */
export type DriftFormat = 'text' | 'json';

export const driftReport: ReportKind<DriftFormat> = {
  formats: ['text', 'json'],
  refusal: 'drift cannot be written to',
  instead: 'name another file: neither format is YAML',
};
