import { asCode } from '../quoted.ts';

/** Names in backticks: "`a`, `b`". */
export function codeList(names: readonly (string | number)[], between = ', '): string {
  return names.map(asCode).join(between);
}

/** Names in backticks, one of which is meant: "`a`, `b` or `c`". */
export function orList(names: readonly (string | number)[]): string {
  if (names.length < 2) return codeList(names);
  return `${codeList(names.slice(0, -1))} or ${asCode(names.at(-1) ?? '')}`;
}

/** `a, b and 2 more`. */
export function listed(names: readonly string[], most: number): string {
  const rest = names.length - most;
  return rest > 0 ? `${names.slice(0, most).join(', ')} and ${rest} more` : names.join(', ');
}

/** `` `a`, `b` and 2 more ``. */
export function named(items: readonly string[], more = 0): string {
  const list = codeList(items);
  return more === 0 ? list : `${list} and ${more} more`;
}
