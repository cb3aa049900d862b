import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';

/** A rendered page: its tags, and the words outside of code that a service would look up. */
export interface Seen {
  readonly tags: ReadonlySet<string>;
  readonly lookedUp: readonly string[];
  readonly html: string;
}

export function seenIn(markdown: string): Seen {
  const html = micromark(markdown, {
    allowDangerousHtml: true,
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
  });
  // An alert is a mark of ours, and no mention.
  const prose = html
    .replaceAll(/^<blockquote>\n<p>\[!(?:CAUTION|WARNING|NOTE)\]/gm, '<blockquote><p>')
    .replaceAll(/<code[^>]*>[^<]*<\/code>|&quot;|-&gt;/g, '')
    .replaceAll(/<[^>]*>/g, ' ');
  return {
    tags: new Set(html.match(/<[^>]*>/g) ?? []),
    lookedUp: prose.match(/[@#$~!:&^%]\S+|https?|www|\bgh-\d|\b[0-9a-f]{7,40}\b|\b[A-Z]{2,}-\d/gi) ?? [],
    html,
  };
}

/** The tags of a page of ours. A class is the language of a code block. */
export const ours = new Set(
  ['h2', 'p', 'ul', 'li', 'code', 'strong', 'pre', 'details', 'summary', 'blockquote']
    .concat('table', 'thead', 'tbody', 'tr', 'th', 'td')
    .flatMap((tag) => [`<${tag}>`, `</${tag}>`])
    .concat('<br />', '<hr />')
    .concat(['diff', 'yaml', 'text'].map((language) => `<code class="language-${language}">`)),
);
