import { readCategory, readCharacter } from './re2-escape.ts';
import { posixClasses } from './re2-names.ts';
import { rememberLast } from '../../../text/remember-last.ts';
import { malformedRe2, type Re2Problem } from './re2-problem.ts';

type Step = Re2Problem | { readonly end: number; readonly code?: number };

/** Reads `[…]`, from the bracket at `start` to its closing bracket. */
export function readClass(text: string, start: number): Re2Problem | { readonly end: number } {
  let at = start + 1;
  if (text[at] === '^') at++;
  const first = at;
  while (at < text.length && (text[at] !== ']' || at === first)) {
    const step = readItem(text, at);
    if ('what' in step) return step;
    const isRange = step.code !== undefined && text[step.end] === '-' && (text[step.end + 1] ?? ']') !== ']';
    if (!isRange) {
      at = step.end;
      continue;
    }
    const high = readOne(text, step.end + 1);
    if ('what' in high) return high;
    if ((high.code ?? 0) < (step.code ?? 0))
      return malformedRe2('the range is the wrong way round', at, high.end);
    at = high.end;
  }
  return at < text.length ? { end: at + 1 } : malformedRe2('the bracket is never closed', start, start + 1);
}

function readItem(text: string, at: number): Step {
  if (text.startsWith('[:', at) && lastPosixEnd(text) >= at + 2) return readPosix(text, at);
  if (text[at] === '\\') {
    const letter = text[at + 1] ?? '';
    if (letter === 'p' || letter === 'P') return readCategory(text, at);
    if (letter !== '' && 'dDsSwW'.includes(letter)) return { end: at + 2 };
  }
  return readOne(text, at);
}

/** `[:` opens a POSIX class only if a `:]` follows; the position of the last one is found once per pattern. */
const lastPosixEnd = rememberLast((text: string) => text.lastIndexOf(':]'));

/** Any unknown class name is an error in RE2. */
function readPosix(text: string, at: number): Step {
  const close = text.indexOf(':]', at + 2);
  const name = text.slice(at + 2, close).replace(/^\^/, '');
  return posixClasses.has(name)
    ? { end: close + 2 }
    : malformedRe2('there is no such class of characters', at, close + 2);
}

/** Reads one character, plain or escaped. */
function readOne(text: string, at: number): Step {
  if (text[at] === '\\')
    return at + 1 < text.length
      ? readCharacter(text, at)
      : malformedRe2('a backslash is at the end', at, at + 1);
  const code = text.codePointAt(at) ?? 0;
  return { end: at + (code > 0xffff ? 2 : 1), code };
}
