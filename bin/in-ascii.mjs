/*
 * A bundle is read byte by byte (Latin-1), which is the fastest way, so it must be plain ASCII. esbuild escapes what is
 * outside of it in strings, templates and names, but not in regular expressions: there it is written as an escape here,
 * which means the same in all of them. In a raw template an escape would be text: the build refuses one.
 */
const outside = /[^\x00-\x7f]/g;

export function isAscii(text) {
  return text.search(outside) === -1;
}

export function inAscii(text) {
  const raw = /\braw`[^`]*[^`\x00-\x7f][^`]*`/.exec(text);
  if (raw !== null) throw new Error(`a raw template is not plain ASCII: ${raw[0]}`);
  return text.replace(outside, (unit, at) => {
    if (text[at - 1] === '\\')
      throw new Error(`an escaped character is not plain ASCII: ${text.slice(at - 20, at + 5)}`);
    return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
