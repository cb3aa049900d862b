import { signatureOf } from '../../derive/signature.ts';
import { isSameSecretly } from '../../derive/secrets/same-secretly.ts';

/**
 * Why a text of a ledger does not count although it is whole: a clause. Everyone who can write to the place of a ledger
 * can write a whole one; only the holders of the key can seal it. Without a key nothing is checked.
 */
export function sealProblem(
  signature: string | undefined,
  {
    text,
    key,
    what,
  }: { readonly text: string; readonly key: string | undefined; readonly what: 'ledger' | 'journal' },
): string | undefined {
  if (key === undefined) return undefined;
  if (signature === undefined) return 'it is not sealed, and EDGEWRIGHT_PLAN_KEY is set here';
  if (isSameSecretly(signature, signatureOf(text, key, what))) return undefined;
  return 'its seal does not fit: it was made with a different EDGEWRIGHT_PLAN_KEY, or the text was edited';
}
