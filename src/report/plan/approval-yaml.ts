import type { AskedApproval } from '../../model/approval.ts';

/** An approval as block YAML, a line each, to be pasted into a resource file; as long as its reason is empty it is a mistake. */
export function approvalYaml({ allow, address, environment, change }: AskedApproval): readonly string[] {
  return [
    'kind: approval',
    `allow: ${allow}`,
    `address: ${address}`,
    `environment: ${environment}`,
    // Digits alone would be a number.
    `change: ${/^\d+(?:e\d+)?$/i.test(change) ? `"${change}"` : change}`,
    'reason: ""  # required',
  ];
}
