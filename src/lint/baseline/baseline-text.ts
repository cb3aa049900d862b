import { baselineKeyText, type BaselineKey } from './baseline-key.ts';

/** The key of a finding, and how many findings have that key. */
export interface Held {
  readonly key: BaselineKey;
  readonly count: number;
}

/** Counts the findings of each key, sorted as in the baseline file. */
export function held(keys: readonly BaselineKey[]): readonly Held[] {
  const counts = new Map<string, Held>();
  for (const key of keys) {
    const text = baselineKeyText(key);
    counts.set(text, { key, count: (counts.get(text)?.count ?? 0) + 1 });
  }
  return inOrder([...counts.values()]);
}

function inOrder(all: readonly Held[]): readonly Held[] {
  const named = all.map((one) => ({ text: baselineKeyText(one.key), one }));
  return named.sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0)).map(({ one }) => one);
}

/** The text of the baseline file: one line per finding, sorted, so that a change of one finding changes one line. */
export function baselineText(all: readonly Held[]): string {
  const lines = inOrder(all).map(({ key: { rule, of, pointer }, count }) => {
    const fields = { rule, ...of, pointer, ...(count === 1 ? {} : { count }) };
    const parts = Object.entries(fields).map(
      ([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`,
    );
    return `    { ${parts.join(', ')} }`;
  });
  const list = lines.length === 0 ? '[]' : `[\n${lines.join(',\n')}\n  ]`;
  return `{\n  "version": 1,\n  "findings": ${list}\n}\n`;
}
