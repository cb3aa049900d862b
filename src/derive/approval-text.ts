import type { AskedApproval } from '../model/approval.ts';

/** An approval as a one-line document to paste. Its empty reason is a lint error until it is filled in. */
export function approvalText({ allow, address, change, environment }: AskedApproval): string {
  return `\`{ kind: approval, allow: ${allow}, address: ${address}, environment: ${environment}, change: "${change}", reason: "" }\``;
}
