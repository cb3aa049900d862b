/* Code of one short word stays in one line: a browser breaks `--local` behind its hyphens. */

/** Characters that fit a line of a phone with other words beside them. */
const longestWord = 24;

/** Adds to the Markdown of VitePress; tables see to theirs (docs/site/tables.mjs). */
export function keepWords(md) {
  const render = md.renderer.rules.code_inline;
  md.renderer.rules.code_inline = (tokens, at, ...more) => {
    const { content } = tokens[at];
    if (content.length <= longestWord && !/\s/.test(content)) tokens[at].attrJoin('class', 'word');
    return render(tokens, at, ...more);
  };
}
