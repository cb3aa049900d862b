import type { Attribution } from '../../../model/plan/change.ts';

export function attributionText(attribution: Attribution, base: string | undefined): string {
  const words = attributionWords[attribution];
  return attribution === 'pending' && base !== undefined ? `${words} on \`${base}\`` : words;
}

/** In display order. */
export const attributionWords: Readonly<Record<Attribution, string>> = {
  'pull-request': 'in this PR',
  pending: 'pending',
  drift: 'drift',
  'undoes-outside': 'reverts drift',
};
