import { schemeOf } from '../../../derive/forms/endpoint-url.ts';
import { isHiddenText } from '../../../derive/forms/hidden-text.ts';
import type { ExposureLoss } from '../../../model/facts/exposure.ts';
import type { Value } from '../../../model/value.ts';

/** What a client speaks to an endpoint where no one on the way can read along. */
const encrypted = ['https', 'tls'];

/** A url whose scheme encrypts no more: whatever protects the endpoint, its credentials pass in the clear. */
export function lostEncryption(before: Value | undefined, after: Value | undefined): readonly ExposureLoss[] {
  const [was, is] = [schemeIn(before), schemeIn(after)];
  // What a snapshot does not show may have been encrypted.
  if (isHiddenText(before) && is !== undefined && !encrypted.includes(is))
    return [{ code: 'encryption-unknown' }];
  if (was === undefined || is === undefined || !encrypted.includes(was) || encrypted.includes(is)) return [];
  return [{ code: 'encryption-lost', from: was, to: is }];
}

function schemeIn(url: Value | undefined): string | undefined {
  return typeof url === 'string' ? schemeOf(url.trimStart()) : undefined;
}
