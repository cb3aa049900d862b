import type { AskedApproval } from '../model/approval.ts';

/** An approval as a document to be pasted, on one line; as long as its reason is empty it is a mistake. */
export function approvalText({ allow, address, change, environment }: AskedApproval): string {
  return `\`{ kind: approval, allow: ${allow}, address: ${address}, environment: ${environment}, change: "${change}", reason: "" }\``;
}

const shown = 6;

/** As headlines call a change; a document needs all digits. */
export function shortChange(change: string): string {
  return change.slice(0, shown);
}
