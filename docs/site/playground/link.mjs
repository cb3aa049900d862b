/*
 * What is after `#` in an address of the playground: a format number, the length of the rest, and JSON that is packed.
 * Pages of the documentation make links at build time, and the playground makes and reads them, so this file needs
 * neither Node nor a page.
 */

/** The most that a link may unpack to: 60 bytes can unpack to 60 kB, and a link of 150 kB to 150 MB. */
const mostBytes = 2_000_000;
const mostCharacters = 400_000;

/**
 * The part of an address that opens the playground with these texts, such as `#1-2k-…`. `files` are texts by path;
 * with `example`, the name of an example, they are added to its files, and null removes one. `open` is the file that is
 * shown first. `live` are the files that are already applied, in the same form; none are by default.
 */
export function playgroundLink(files, { example = '', open = Object.keys(files)[0] ?? '', live = {} } = {}) {
  return packed({ example, files, live, open });
}

export async function packed(value) {
  const bytes = new Blob([JSON.stringify(value)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const characters = [];
  for await (const part of partsOf(bytes))
    for (const byte of part) characters.push(String.fromCharCode(byte));
  const text = btoa(characters.join('')).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  return `#1-${text.length.toString(36)}-${text}`;
}

/** The value of `packed`, or what is wrong with the link, as a sentence without its final period. */
export async function unpacked(hash) {
  const [, format, length, text] = /^#(\d+)-([\da-z]+)-([\w-]*)$/.exec(hash) ?? [];
  if (format !== '1') return { problem: 'The link is not one of this playground, or was changed on its way' };
  const expected = parseInt(length, 36);
  if (expected > mostCharacters) return { problem: 'The link is longer than the playground reads' };
  if (text.length < expected)
    return { problem: `The link was cut: it has ${text.length} of ${expected} characters` };
  if (text.length > expected) return { problem: 'The link has something behind its end' };
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
    const parts = [];
    let size = 0;
    for await (const part of partsOf(stream)) {
      size += part.length;
      if (size > mostBytes)
        return { problem: 'The link unpacks to more than 2 MB, which no playground makes' };
      parts.push(part);
    }
    return { value: JSON.parse(await new Blob(parts).text()) };
  } catch {
    return { problem: 'The link is damaged: its text cannot be unpacked' };
  }
}

/** A stream is not iterable in every browser. What is left of it is given up when the reader leaves. */
async function* partsOf(stream) {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
