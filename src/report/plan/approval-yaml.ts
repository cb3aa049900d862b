import type { AskedApproval } from '../../model/approval.ts';

/**
 * An approval as block YAML, one line each, to paste into a resource file; the empty reason is an error until filled
 * in.
 */
export function approvalYaml({ allow, address, environment, change }: AskedApproval): readonly string[] {
  return [
    'kind: approval',
    `allow: ${allow}`,
    `address: ${plain(address)}`,
    `environment: ${plain(environment)}`,
    // Digits alone would be read as a number.
    `change: ${/^\d+(?:e\d+)?$/i.test(change) ? `"${change}"` : plain(change)}`,
    'reason: ""  # required',
  ];
}

/** A name or a number as it is; anything else in quotes, since the plan may come from elsewhere. */
function plain(value: string): string {
  return /^[\w/-]+$/.test(value) ? value : JSON.stringify(value);
}
