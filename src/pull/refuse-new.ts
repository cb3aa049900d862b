import { kinds } from '../kinds/index.ts';
import type { Live } from '../model/live.ts';
import type { Refused } from './pulled.ts';
import type { Undeclared } from './request.ts';
import { idsOf } from './run.ts';
import type { SecretNames } from './names/secret-names.ts';

/**
 * Separates objects that can be written from those that cannot: a required field must be in the file, but its secret
 * would then be there as plain text.
 */
export function refuseNew(
  undeclared: readonly Undeclared[],
  secrets: Pick<SecretNames, 'isKnownIn'>,
): { readonly writable: readonly Undeclared[]; readonly refused: readonly Refused[] } {
  const checked = undeclared.map((one) => ({ one, fields: secretRequired(one.live, secrets) }));
  return {
    writable: checked.flatMap(({ one, fields }) => (fields.length === 0 ? [one] : [])),
    refused: checked.flatMap(({ one, fields }) =>
      fields.length === 0 ? [] : [{ shown: one.address ?? idsOf(one.live), fields }],
    ),
  };
}

/** The required fields that contain a known secret. */
function secretRequired(
  { kind, spec }: Live,
  { isKnownIn }: Pick<SecretNames, 'isKnownIn'>,
): readonly string[] {
  return Object.entries(kinds[kind].fields).flatMap(([name, field]) => {
    const value = spec[name];
    const isHeld = field.required === true && typeof value === 'string' && isKnownIn(value);
    return isHeld ? [name] : [];
  });
}
