import { isHiddenText } from '../../derive/forms/hidden-text.ts';
import type { Value } from '../../model/value.ts';

/** What a client speaks to an endpoint where nobody on the way can read along. */
const encrypted = ['https', 'tls'];

/** A url whose scheme encrypts no more: whatever protects the endpoint, its credentials pass in the clear. */
export function lostEncryption(before: Value | undefined, after: Value | undefined): readonly string[] {
  const [was, is] = [schemeOf(before), schemeOf(after)];
  // What a snapshot does not show may have been encrypted.
  if (isHiddenText(before) && is !== undefined && !encrypted.includes(is))
    return ['`url` may have been encrypted, which the snapshot does not show; nothing encrypts it now'];
  if (was === undefined || is === undefined || !encrypted.includes(was) || encrypted.includes(is)) return [];
  return [`\`url\` moves from \`${was}\` to \`${is}\`: nothing encrypts it`];
}

function schemeOf(url: Value | undefined): string | undefined {
  return typeof url === 'string' ? /^\s*([a-z]+):\/\//i.exec(url)?.[1]?.toLowerCase() : undefined;
}
