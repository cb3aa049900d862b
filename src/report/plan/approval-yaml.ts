import type { AskedApproval } from '../../model/approval.ts';

/**
 * An approval as block YAML, one line each, to paste into a resource file; the empty reason is an error until filled
 * in.
 */
export function approvalYaml({ allow, address, environment, change }: AskedApproval): readonly string[] {
  return [
    'kind: approval',
    `allow: ${allow}`,
    `address: ${address}`,
    `environment: ${environment}`,
    // Digits alone would be read as a number.
    `change: ${/^\d+(?:e\d+)?$/i.test(change) ? `"${change}"` : change}`,
    'reason: ""  # required',
  ];
}
