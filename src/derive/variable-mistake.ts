/** The message for a variable form used where it is not allowed: within a string, or as the value of a field. */
export function variableMistake(value: string, form: string): string {
  return `${value} is a ${form}`;
}
