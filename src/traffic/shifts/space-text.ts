import type { Pattern } from '../../routing/prefix-partition.ts';
import type { Space } from './spaces.ts';

/** A space as text, with its exceptions: `/checkout* but /checkout/api*, /checkout/health`. */
export function pathsText({ pattern, but }: Space): string {
  return withoutText(pathText(pattern), but.map(pathText));
}

/** A trailing star marks a prefix; a star within the path is escaped. */
export function pathText({ form, text }: Pattern): string {
  return `${text.replaceAll('*', '%2A')}${form === 'prefix' ? '*' : ''}`;
}

export function withoutText(text: string, but: readonly string[]): string {
  return but.length === 0 ? text : `${text} but ${but.join(', ')}`;
}
