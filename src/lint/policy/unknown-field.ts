import type { Fields } from '../../kinds/field.ts';
import { notAField } from '../../model/problem.ts';
import { nearestFirst, suggestions } from '../../text/suggest.ts';
import type { ExpressionProblem } from './expression-problem.ts';

/** Maximum number of names that a message lists. */
const longest = 12;

/** The words for an unknown field of an object: the similar name if there is one, else the valid names. */
export function unknownInExpression(
  name: string,
  owner: string,
  names: readonly string[],
): Pick<ExpressionProblem, 'message' | 'label' | 'help' | 'meant'> {
  const [meant] = suggestions(name, names);
  return {
    message: notAField(name, owner),
    label: 'unknown field',
    ...(meant === undefined
      ? { help: `the fields are ${listedNames(nearestFirst(name, names))}` }
      : { meant }),
  };
}

/** The fields that a policy can read. */
export function visibleFields(fields: Fields): readonly string[] {
  return Object.entries(fields).flatMap(([name, field]) => (field.readOnly === true ? [] : [name]));
}

/** Quotes and joins names: "`a`, `b`", shortened to the first few with "and more". */
export function listedNames(names: readonly string[]): string {
  const shown = names.slice(0, longest).map((name) => `\`${name}\``);
  return `${shown.join(', ')}${names.length > shown.length ? ' and more' : ''}`;
}
