import type { Fields } from '../../kinds/field.ts';
import { notAField } from '../../model/problem.ts';
import { nearestFirst, suggestions } from '../../text/suggest.ts';
import type { ExpressionProblem } from './expression-problem.ts';

/** The longest list of names that is printed. */
const longest = 12;

/** A field that an object in an expression does not have: of what, and which was meant, else all that there are. */
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

/** The fields that a policy sees. */
export function visibleFields(fields: Fields): readonly string[] {
  return Object.entries(fields).flatMap(([name, field]) => (field.readOnly === true ? [] : [name]));
}

/** "`a`, `b`", and that there are more where they are many. */
export function listedNames(names: readonly string[]): string {
  const shown = names.slice(0, longest).map((name) => `\`${name}\``);
  return `${shown.join(', ')}${names.length > shown.length ? ' and more' : ''}`;
}
