import { schemeOf } from '../../../derive/forms/endpoint-url.ts';
import { isHiddenText } from '../../../derive/forms/hidden-text.ts';
import type { ExposureLoss } from '../../../model/facts/exposure.ts';
import type { Value } from '../../../model/value.ts';

/** Schemes that encrypt the traffic between client and endpoint. */
const encrypted = ['https', 'tls'];

/** A url scheme that no longer encrypts: credentials are then sent in clear, however the endpoint is protected. */
export function lostEncryption(before: Value | undefined, after: Value | undefined): readonly ExposureLoss[] {
  const [was, is] = [schemeIn(before), schemeIn(after)];
  // A url hidden in a snapshot may have been encrypted.
  if (isHiddenText(before) && is !== undefined && !encrypted.includes(is))
    return [{ code: 'encryption-unknown' }];
  if (was === undefined || is === undefined || !encrypted.includes(was) || encrypted.includes(is)) return [];
  return [{ code: 'encryption-lost', from: was, to: is }];
}

function schemeIn(url: Value | undefined): string | undefined {
  return typeof url === 'string' ? schemeOf(url.trimStart()) : undefined;
}
