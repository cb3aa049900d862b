import { secretText } from './words/secret.ts';
import type { Attribution, ChangeCause, FieldChange } from '../../model/plan.ts';

/** Why it differs, where that is not simply that the files say so. */
const causeWords: Readonly<Record<ChangeCause, string>> = {
  configuration: '',
  'replaced-whole': 'not written down: it goes, because its module is replaced whole',
  removed: 'no longer written down',
  outside: 'changed outside',
};

/** Whose change it is (`--base`). */
export const attributionWords: Readonly<Record<Attribution, string>> = {
  'pull-request': 'by this pull request',
  pending: 'was already pending',
  drift: 'changed outside',
  'undoes-outside': 'undoes a change from outside',
};

/** What is to be said of a change beside its values, in one sentence. Empty where nothing is. */
export function changeNotes({ after, applied, attribution, cause, secret }: FieldChange): string {
  const isDefault = cause === 'removed' && after === undefined;
  const words = [
    causeWords[cause],
    isDefault ? "back to the service's default" : '',
    attribution === undefined ? '' : attributionWords[attribution],
    secret === undefined ? '' : secretText(secret),
    applied === undefined ? '' : `last applied ${applied}`,
  ];
  // Both the cause and whose change it is may say that it came from outside.
  return [...new Set(words)].filter((text) => text !== '').join('; ');
}
