/** The part of GitHub's expression language that our workflows use. Anything else is an error. */
export interface Contexts {
  readonly github: object;
  readonly vars: object;
  readonly secrets: object;
  readonly matrix: object;
  readonly steps: object;
  readonly needs: object;
  /** Whether an earlier step or a needed job has failed. */
  readonly failed: boolean;
}

/** Fills in each `${{ }}` of a text. */
export function expand(text: string, contexts: Contexts): string {
  return text.replaceAll(/\$\{\{(.*?)\}\}/gs, (_all, inside: string) => String(evaluate(inside, contexts)));
}

/** Values, `==`, `!=`, `!`, `&&`, `||`, parentheses and the status functions. Missing values are empty strings. */
export function evaluate(text: string, contexts: Contexts): unknown {
  const tokens = text.match(/'[^']*'|&&|\|\||[!=]=|[!()]|[\w.-]+(?:\(\))?/g) ?? [];
  if (tokens.join('') !== text.replaceAll(/\s/g, '')) throw new Error(`not an expression: ${text}`);
  let at = 0;
  const next = (): string => tokens[at++] ?? '';
  const either = (): unknown => {
    let left = both();
    while (tokens[at] === '||') {
      at += 1;
      const right = both();
      left = Boolean(left) ? left : right;
    }
    return left;
  };
  const both = (): unknown => {
    let left = compared();
    while (tokens[at] === '&&') {
      at += 1;
      const right = compared();
      left = Boolean(left) ? right : left;
    }
    return left;
  };
  const compared = (): unknown => {
    const left = one();
    if (tokens[at] !== '==' && tokens[at] !== '!=') return left;
    return next() === '==' ? left === one() : left !== one();
  };
  const one = (): unknown => {
    const token = next();
    if (token === '!') return !Boolean(one());
    if (token === '(') {
      const inside = either();
      next();
      return inside;
    }
    if (token.startsWith("'")) return token.slice(1, -1);
    const status = {
      'always()': true,
      'cancelled()': false,
      'success()': !contexts.failed,
      'failure()': contexts.failed,
    }[token];
    return status ?? valueOf(token, contexts);
  };
  return either();
}

function valueOf(token: string, contexts: Contexts): unknown {
  const [first = '', ...rest] = token.split('.');
  if (!Object.hasOwn(contexts, first)) throw new Error(`no context ${first}`);
  const found = rest.reduce<unknown>(
    (value, name) => (value as Readonly<Record<string, unknown>> | undefined)?.[name],
    contexts[first as keyof Contexts],
  );
  return found ?? '';
}
