import type { Path } from '../../model/value.ts';
import type { RoughKey } from '../rough-parse/rough-key.ts';
import { documentAround, roughParse } from '../rough-parse/rough-parse.ts';

/**
 * The kind of completion possible at an offset. `expression`: the text after an open `$(`; `rule`: a rule id in a
 * comment. `start` and `end` delimit the text that a completion replaces.
 */
export interface CompletionContext {
  readonly at: 'key' | 'value' | 'either' | 'expression' | 'rule';
  /** The path of the value, or of the map that the key belongs to. */
  readonly path: Path;
  readonly start: number;
  readonly end: number;
  /** The value of `kind:` of the document, if it has one. */
  readonly kind: string | undefined;
  /** The keys that the map already has, or the strings of the list. */
  readonly siblings: ReadonlySet<string>;
  /** A colon already follows, so none is inserted. */
  readonly hasColon: boolean;
  /** The value would directly follow its colon, so a space is inserted. */
  readonly needsSpace: boolean;
}

/** Works on any text, even invalid YAML. Undefined if nothing can be completed at the offset. */
export function completionContext(text: string, offset: number): CompletionContext | undefined {
  const document = documentAround(text, offset);
  const { end: position } = roughParse(text, { start: document.start, end: offset });
  const { keys } = roughParse(text, document);
  const kind = keys.find(({ path, name }) => path.length === 1 && name === 'kind')?.value;
  const surroundings = {
    kind: kind === undefined || kind === '' ? undefined : kind,
    siblings: new Set<string>(),
    hasColon: false,
    needsSpace: false,
  };
  if (position.at === 'nowhere') return undefined;
  if (position.at === 'comment') return ruleContext(text, position.start, offset, surroundings);
  const { path } = position;
  const typed = text.slice(position.start, offset);
  const open = openExpression(typed);
  if (open !== undefined) {
    const start = position.start + open;
    const end = offset + (/^[\w:./-]*\)?/.exec(text.slice(offset))?.[0].length ?? 0);
    return { ...surroundings, at: 'expression', path, start, end };
  }
  if (position.at === 'text') return undefined;
  const start = position.start + (/^["']/.exec(typed)?.[0].length ?? 0);
  const end = offset + (/^[\w./*-]*/.exec(text.slice(offset))?.[0].length ?? 0);
  return {
    ...surroundings,
    at: position.at,
    path,
    start,
    end,
    siblings: siblingsOf(keys, path, { start, end }),
    hasColon: /^["']?[ \t]*:/.test(text.slice(end)),
    needsSpace: position.at === 'value' && text[start - 1] === ':',
  };
}

function siblingsOf(
  keys: readonly RoughKey[],
  path: Path,
  except: { readonly start: number; readonly end: number },
): ReadonlySet<string> {
  const prefix = JSON.stringify(path);
  const found = keys.filter(
    (key) =>
      key.path.length === path.length + 1 &&
      JSON.stringify(key.path.slice(0, -1)) === prefix &&
      (key.start > except.end || key.end < except.start),
  );
  return new Set(found.map(({ name }) => name));
}

/** The offset of the last `$(` that is not closed and is not a literal `$$(`. */
function openExpression(typed: string): number | undefined {
  const at = typed.lastIndexOf('$(');
  if (at === -1 || typed[at - 1] === '$' || /[)\n]/.test(typed.slice(at))) return undefined;
  return at;
}

function ruleContext(
  text: string,
  start: number,
  offset: number,
  surroundings: Pick<CompletionContext, 'kind' | 'siblings' | 'hasColon' | 'needsSpace'>,
): CompletionContext | undefined {
  const match = /^#\s*edgewright-ignore\s+(?:[\w-]+\s*,\s*)*([\w-]*)$/.exec(text.slice(start, offset));
  if (match === null) return undefined;
  const end = offset + (/^[\w-]*/.exec(text.slice(offset))?.[0].length ?? 0);
  return {
    ...surroundings,
    at: 'rule',
    path: [],
    start: offset - (match[1] ?? '').length,
    end,
    hasColon: /^\s*[:,]/.test(text.slice(end)),
  };
}
