import type { FieldChange, Attribution } from '../../model/plan/change.ts';
import { secretText } from './words/secret-words.ts';

/** The attribution of a change (`--base`) in words. */
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

/** Remarks about a change other than its values, in one sentence; empty if there are none. */
export function changeNotes(
  change: FieldChange,
  { base, isKept }: { readonly base: string | undefined; readonly isKept: boolean },
): string {
  const { applied, attribution, secret } = change;
  const words = [
    isKept ? '' : causeText(change),
    // For a drift step, this attribution is obvious.
    attribution === undefined || (isKept && attribution === 'drift')
      ? ''
      : attributionText(attribution, base),
    secret === undefined ? '' : secretText(secret),
    applied === undefined ? '' : `last applied ${applied}`,
  ];
  return words.filter((text) => text !== '').join('; ');
}

/** The cause of a difference, unless it is simply declared in the files. */
function causeText({ cause, path, after, attribution }: FieldChange): string {
  switch (cause) {
    case 'configuration':
      return '';
    case 'replaced-whole':
      return 'not declared; removed, because the API replaces its module whole';
    case 'outside':
      // The attribution says the same.
      return attribution === undefined ? 'changed outside Edgewright' : '';
    case 'removed':
      if (after === undefined) return "removed from the files; back to the service's default";
      return path.endsWith('.enabled') && after === false
        ? 'removed from the files; disabled, because the API cannot remove it'
        : 'removed from the files';
  }
}
