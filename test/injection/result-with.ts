import type { LintResult } from '../../src/model/lint/lint-result.ts';
import { resultOf } from '../report/findings/result-of.ts';

/** The payload in every place that a user has a hand in. */
export function resultWith(payload: string): LintResult {
  const path = `${payload.replaceAll('/', '_')}.yaml`;
  const files = { [path]: `${payload}: first ${payload}\nsecond: ${payload}\n` };
  const at = { path, text: payload };
  return resultOf({
    files,
    diagnostics: [
      {
        rule: 'unknown-field',
        severity: 'error',
        message: `\`${payload}\` is not a field of ${payload}`,
        why: payload,
        help: `write \`${payload}\``,
        at,
        label: payload,
        related: [{ ...at, label: payload }],
        fix: { safety: 'safe', title: `rename ${payload}`, edits: [{ ...at, with: payload }] },
        address: `endpoint/${payload}`,
        pointer: ['spec', payload],
        environments: [payload],
      },
    ],
  });
}
