import { forms, variablePattern } from '../../kinds/documents/forms.ts';

/**
 * Where an expression may stand instead of a value. The words of the language are read by the workspace;
 * here is only as much of it as a schema needs.
 */

/** A text that is exactly one `$(name)`: it takes the variable's value and type. */
export const wholeVariable = `^\\$\\(${variablePattern}\\)$`;

/** A text with an expression somewhere in it: what it will say is not known before it is compiled. */
export const anyExpression = '\\$\\(';

/** The only thing that a secret field takes. */
export const wholeSecret = `^\\$\\(secret:${forms.secret.pattern.slice(1, -1)}\\)$`;
