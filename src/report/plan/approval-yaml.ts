import type { ApprovalGroup } from '../../model/approval.ts';

/**
 * Approvals as one document of block YAML, to paste into a resource file; the empty reason is an error until filled in.
 */
export function approvalYaml(asked: ApprovalGroup, reason = '""  # required'): readonly string[] {
  const [{ allow, address, environment, change }, ...others] = asked;
  if (others.length > 0) {
    return [
      'kind: approvals',
      `allow: ${allow}`,
      `environment: ${plain(environment)}`,
      'changes:',
      ...asked.map((approval) => `  ${plain(approval.address)}: ${digits(approval.change)}`),
      `reason: ${reason}`,
    ];
  }
  return [
    'kind: approval',
    `allow: ${allow}`,
    `address: ${plain(address)}`,
    `environment: ${plain(environment)}`,
    `change: ${digits(change)}`,
    `reason: ${reason}`,
  ];
}

/** Digits alone would be read as a number. */
function digits(change: string): string {
  return /^\d+(?:e\d+)?$/i.test(change) ? `"${change}"` : plain(change);
}

/** A name or a number as it is; anything else in quotes, since the plan may come from elsewhere. */
function plain(value: string): string {
  return /^[\w/-]+$/.test(value) ? value : JSON.stringify(value);
}
