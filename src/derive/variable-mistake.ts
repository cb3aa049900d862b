/** What a variable of this form gets wrong wherever no such form can stand: in a text, or as the value of a field. */
export function variableMistake(what: string, form: string): string {
  return `${what} is a ${form}`;
}
