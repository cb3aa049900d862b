import type { Range } from '../../model/document.ts';

/** The expression of a `${…}`, or the part of the text that has no end. */
interface Template extends Range {
  readonly expression: string;
  readonly isOpen: boolean;
}

/** The `${…}` of a text. Braces and quotes of an expression belong to it. */
export function policyTemplates(text: string): readonly Template[] {
  const found: Template[] = [];
  for (let start = text.indexOf('${'); start !== -1; start = text.indexOf('${', start)) {
    const end = closingBrace(text, start + 2);
    const isOpen = end === -1;
    found.push({
      start: start + 2,
      end: isOpen ? text.length : end,
      expression: text.slice(start + 2, isOpen ? undefined : end),
      isOpen,
    });
    if (isOpen) break;
    start = end;
  }
  return found;
}

function closingBrace(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const character = text[at];
    if (character === '"' || character === "'") {
      const close = closingQuote(text, at, character);
      if (close === -1) return -1;
      at = close;
    } else if (character === '{') depth++;
    else if (character === '}' && depth-- === 0) return at;
  }
  return -1;
}

function closingQuote(text: string, open: number, quote: string): number {
  for (let at = open + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === quote) return at;
  }
  return -1;
}

/** The text with each `${…}` replaced by a letter, to check what is around them. */
export function withoutTemplates(text: string): string {
  let rest = '';
  let at = 0;
  for (const { start, end } of policyTemplates(text)) {
    rest += `${text.slice(at, start - 2)}x`;
    at = end + 1;
  }
  return rest + text.slice(at);
}
