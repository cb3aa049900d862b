import { matchesGlob } from '../../text/patterns/glob.ts';
import type { SecretUse } from '../../model/workspace/settings.ts';
import type { Address } from '../../model/workspace/address.ts';

interface SecretUser {
  readonly address: Address;
  readonly labels: Readonly<Record<string, string>>;
}

/** The part of a resource for which a secret is not meant, in words; undefined if the resource may use it. */
export function outsideUse(
  { addresses, environments, labels }: SecretUse,
  { address, labels: own }: SecretUser,
  environment: string,
): string | undefined {
  if (addresses !== undefined && !addresses.some((glob) => matchesGlob(glob, address)))
    return `\`${address}\``;
  if (environments !== undefined && !environments.includes(environment)) return `\`${environment}\``;
  const missing = labels?.find(([name, value]) => own[name] !== value);
  return missing === undefined ? undefined : `resources without the label \`${missing.join('=')}\``;
}
