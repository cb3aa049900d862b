/** The patterns of paths and addresses that people write: which ones are wrong, and what is meant. */
import { kindNames } from '../../kinds/index.ts';
import type { DocumentString } from '../../kinds/documents/document-field.ts';
import { startGlobs, stepGlobs, type GlobState } from '../../text/patterns/glob.ts';
import { quoted } from '../../text/quoted.ts';
import { suggestions } from '../../text/suggest.ts';

interface WrongPattern {
  /** The predicate of a message about the pattern. */
  readonly what: string;
  readonly help?: string;
}

/** The mistake in a pattern of paths or addresses; undefined if it is valid. */
export function wrongPattern(
  of: NonNullable<DocumentString['glob']>,
  pattern: string,
): WrongPattern | undefined {
  const what = startGlobs([pattern]).problems.get(0);
  if (of === 'files') return what === undefined ? undefined : { what };
  const glob = of === 'list-of-addresses' ? pattern.replace(/^!/, '') : pattern;
  // Overrides are also for live objects, which have an id for a name.
  const [, inBrackets] = /^\[([^[\],]+)\]$/.exec(glob) ?? [];
  if (inBrackets !== undefined)
    return { what: 'is a list in quotes, and matches nothing', help: `write \`${inBrackets.trim()}\`` };
  const foreign = (of === 'addresses' ? foreignTo(glob) : undefined) ?? what;
  if (foreign !== undefined)
    return {
      what: foreign,
      help: '`*` matches any characters of a name, `?` for one, `{a,b}` for `a` or `b`',
    };
  const { state } = startGlobs([glob]);
  const ofKinds = kindNames.flatMap((kind) => stepGlobs(state, kind) ?? []);
  if (ofKinds.some(mayMatchName)) return undefined;
  return { what: 'matches no address, which is a kind and a name', help: `write ${meantPattern(glob)}` };
}

/** Whether one more name may lead to a match. */
function mayMatchName({ reached }: GlobState): boolean {
  return reached.some(({ pattern: { segments }, at }) => at === segments.length - 1 || segments[at] === '**');
}

/** The pattern of addresses that is meant. */
function meantPattern(pattern: string): string {
  const [first = '', ...names] = pattern.split('/');
  if (/^\*+$/.test(first) && names.length === 0) return '`**` for all addresses';
  if (names.length === 0) return `\`*/${first}\`, or the kind in place of the \`*\``;
  const [near] = suggestions(first, kindNames);
  return `\`${near ?? 'endpoint'}/${names.at(-1)}\``;
}

/**
 * The characters that no address has. `!` is refused too, because each pattern of `safety.protect` is applied alone.
 */
function foreignTo(glob: string): string | undefined {
  const foreign = /[^a-z0-9/*?{},[\]-]/u.exec(glob)?.[0];
  if (foreign !== undefined) return `has a ${quoted(foreign)}, which is in no address`;
  return /\*\*(?!$|\/)|[^/*]\*\*/.test(glob) ? 'has a `**` beside other characters' : undefined;
}
