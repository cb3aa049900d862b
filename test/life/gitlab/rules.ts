type Variables = Readonly<Record<string, string>>;

export interface Rule {
  readonly if?: string;
  readonly when?: 'always' | 'never' | 'on_success' | 'manual';
}

/** When a job of a pipeline runs, `never` if it is no part of it: the first rule that holds decides. */
export function whenOf(rules: readonly Rule[] | undefined, variables: Variables): NonNullable<Rule['when']> {
  if (rules === undefined) return 'on_success';
  const first = rules.find((rule) => rule.if === undefined || holds(rule.if, variables));
  return first === undefined ? 'never' : (first.when ?? 'on_success');
}

/** `$A == "b" && $C != null || $D =~ /e/`: `&&` binds closer than `||`; a variable alone holds if it is not empty. */
function holds(condition: string, variables: Variables): boolean {
  return condition
    .split('||')
    .some((side) => side.split('&&').every((part) => compares(part.trim(), variables)));
}

function compares(part: string, variables: Variables): boolean {
  const [, left = '', operator, right = ''] = /^(\S+)(?:\s*(==|!=|=~|!~)\s*(.+))?$/.exec(part) ?? [];
  const value = valueOf(left, variables);
  switch (operator) {
    case undefined:
      return value !== undefined && value !== '';
    case '==':
      return value === valueOf(right, variables);
    case '!=':
      return value !== valueOf(right, variables);
    default: {
      const [, pattern] = /^\/(.*)\/$/.exec(right) ?? [];
      if (pattern === undefined) throw new Error(`${right} is not a pattern of the form /.../`);
      return new RegExp(pattern).test(value ?? '') === (operator === '=~');
    }
  }
}

function valueOf(word: string, variables: Variables): string | undefined {
  if (word === 'null') return undefined;
  const [, name] = /^\$(\w+)$/.exec(word) ?? [];
  if (name !== undefined) return variables[name];
  const [, text] = /^["'](.*)["']$/.exec(word) ?? [];
  if (text === undefined) throw new Error(`${word} is neither a variable nor a string`);
  return text;
}
