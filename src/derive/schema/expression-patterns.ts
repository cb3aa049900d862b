import { forms, variablePattern } from '../../kinds/documents/forms.ts';

/** A string that is exactly one `$(name)`: it takes the variable's value and type. */
export const wholeVariable = `^\\$\\(${variablePattern}\\)$`;

/** A string with an expression anywhere in it: its value is unknown until it is compiled. */
export const anyExpression = '\\$\\(';

/** The only form that a secret field accepts. */
export const wholeSecret = `^\\$\\(secret:${forms.secret.pattern.slice(1, -1)}\\)$`;
