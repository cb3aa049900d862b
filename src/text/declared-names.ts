import { codeList } from './words/list-words.ts';

/** More names than these are not read. */
const most = 8;

/** The end of a help about a name that is like none of the declared ones: what there is, if it is few. */
export function orDeclared(names: readonly string[]): string {
  if (names.length === 0 || names.length > most) return '';
  return `, or use one that is declared: ${codeList(names)}`;
}
