import type { FieldChange, Attribution } from '../../model/plan/change.ts';
import { secretText } from './words/secret.ts';

/** Whose change it is (`--base`). */
export function attributionText(attribution: Attribution, base: string | undefined): string {
  switch (attribution) {
    case 'pull-request':
      return 'in this PR';
    case 'pending':
      return base === undefined ? 'pending' : `pending on \`${base}\``;
    case 'drift':
      return 'drift';
    case 'undoes-outside':
      return 'reverts drift';
  }
}

/** What else there is to say of a change beside its values, in one sentence. Empty where there is nothing. */
export function changeNotes(
  change: FieldChange,
  { base, isKept }: { readonly base: string | undefined; readonly isKept: boolean },
): string {
  const { applied, attribution, secret } = change;
  const words = [
    isKept ? '' : causeText(change),
    // A drift says by itself what it is.
    attribution === undefined || (isKept && attribution === 'drift')
      ? ''
      : attributionText(attribution, base),
    secret === undefined ? '' : secretText(secret),
    applied === undefined ? '' : `last applied ${applied}`,
  ];
  return words.filter((text) => text !== '').join('; ');
}

/** Why it differs, where that is not simply that the files declare it. */
function causeText({ cause, path, after, attribution }: FieldChange): string {
  switch (cause) {
    case 'configuration':
      return '';
    case 'replaced-whole':
      return 'not declared; removed, because the API replaces its module whole';
    case 'outside':
      // Whose change it is says the same.
      return attribution === undefined ? 'changed outside Edgewright' : '';
    case 'removed':
      if (after === undefined) return "removed from the files; back to the service's default";
      return path.endsWith('.enabled') && after === false
        ? 'removed from the files; disabled, because the API cannot remove it'
        : 'removed from the files';
  }
}
