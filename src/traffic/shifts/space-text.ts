import { pathText } from '../../routing/selector.ts';
import type { Space } from './spaces.ts';

/** A space as text, with its exceptions: `/checkout* but /checkout/api*, /checkout/health`. */
export function pathsText({ pattern, but }: Space): string {
  return withoutText(pathText(pattern), but.map(pathText));
}

export function withoutText(text: string, but: readonly string[]): string {
  return but.length === 0 ? text : `${text} but ${but.join(', ')}`;
}
