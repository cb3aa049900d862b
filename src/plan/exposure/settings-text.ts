/**
 * The settings of actions and modules in the names of conditions: `http-request {method: "GET", url:
 * "https://a.internal"}`.
 */

interface SettingsText {
  readonly start: number;
  readonly end: number;
  /** The word before them: an action, a provider. */
  readonly head: string;
  readonly settings: ReadonlyMap<string, string>;
}

/**
 * The same texts with only those settings by which two actions of one type differ, or two logins at one provider.
 * Without a difference there is nothing to tell apart, and the word says enough.
 */
export function withTellingSettings(texts: readonly string[]): readonly string[] {
  const found = texts.map(settingsIn);
  const telling = tellingNames(found.flat());
  return texts.map((text, at) =>
    (found[at] ?? []).toReversed().reduce((rest, { start, end, head, settings }) => {
      const left = [...(telling.get(head) ?? [])].map((name) => `${name}: ${settings.get(name) ?? 'none'}`);
      const shown = left.length === 0 ? '' : ` {${left.join(', ')}}`;
      return rest.slice(0, start) + shown + rest.slice(end);
    }, text),
  );
}

export function withoutSettings(text: string): string {
  return withTellingSettings([text])[0] ?? text;
}

/** By the word before them, the names of the settings that are not the same in all. */
function tellingNames(found: readonly SettingsText[]): ReadonlyMap<string, ReadonlySet<string>> {
  const telling = new Map<string, Set<string>>();
  const first = new Map<string, ReadonlyMap<string, string>>();
  for (const { head, settings } of found) {
    const other = first.get(head) ?? settings;
    first.set(head, other);
    const names = telling.get(head) ?? new Set<string>();
    telling.set(head, names);
    for (const name of new Set([...settings.keys(), ...other.keys()]))
      if (settings.get(name) !== other.get(name)) names.add(name);
  }
  return telling;
}

/** The settings in a text, without those inside of others. */
function settingsIn(text: string): readonly SettingsText[] {
  const found: SettingsText[] = [];
  const starts = /([\w-]+|") \{/g;
  for (let match = starts.exec(text); match !== null; match = starts.exec(text)) {
    const open = match.index + match[0].length;
    const parts = partsOf(text, open);
    if (parts === undefined) continue;
    const settings = new Map(parts.items.map((item) => nameAndValue(item)));
    found.push({ start: open - 2, end: parts.end, head: match[1] ?? '', settings });
    starts.lastIndex = parts.end;
  }
  return found;
}

function nameAndValue(item: string): readonly [string, string] {
  const at = item.indexOf(': ');
  return at < 0 ? [item, ''] : [item.slice(0, at), item.slice(at + 2)];
}

const closing: Readonly<Record<string, number>> = { '{': 1, '[': 1, '(': 1, '}': -1, ']': -1, ')': -1 };

/** The texts between commas from an open brace to its end, and the place behind that; undefined if it has none. */
function partsOf(
  text: string,
  open: number,
): { readonly items: readonly string[]; readonly end: number } | undefined {
  const items: string[] = [];
  let depth = 1;
  let start = open;
  for (let at = open; at < text.length; at++) {
    const char = text[at] ?? '';
    if (char === '"') at = endOfString(text, at);
    depth += closing[char] ?? 0;
    if (depth === 0) {
      if (at > start) items.push(text.slice(start, at));
      return { items, end: at + 1 };
    }
    if (char !== ',' || depth !== 1) continue;
    items.push(text.slice(start, at));
    start = at + 2;
  }
  return undefined;
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}
