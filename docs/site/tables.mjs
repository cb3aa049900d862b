/*
 * Tables fit the page, at a desk and on a phone, without a break inside code. A table whose columns do not fit beside
 * each other is read row by row: each cell under the one before, with the title of its column. Which ones these are is
 * known when the page is built, from the longest words of each column.
 */

/** Longer code may break: on a phone there is no room for it in one line. */
const longestCode = 41;

/** Pixels of a character of text and of code, and of the space around a cell, at most. */
const widths = { text: 7.4, title: 8, code: 7.25, cell: 26 };

/** Pixels that a page has for a table: at a desk beside the sidebar and the outline, on a phone. */
const desk = 624;
const phone = 342;

/** Adds to the Markdown of VitePress: a `div` around each table, titles of columns at cells, and marks at long code. */
export function fitTables(md) {
  md.core.ruler.push('fit-tables', ({ tokens }) => {
    for (const [at, token] of tokens.entries())
      if (token.type === 'table_open')
        fitTable(
          tokens.slice(
            at,
            tokens.findIndex((other, end) => end > at && other.type === 'table_close'),
          ),
        );
  });
  md.renderer.rules.table_open = (tokens, at, options, env, self) =>
    `<div class="${tokens[at].meta.classes}">${self.renderToken(tokens, at, options)}`;
  const code = md.renderer.rules.code_inline;
  md.renderer.rules.code_inline = (tokens, at, ...more) => {
    const text = code(tokens, at, ...more);
    // Long paths and addresses break between their parts.
    return /\blong\b/.test(tokens[at].attrGet('class'))
      ? text.replaceAll(/(?<=[^<][./\]_])(?=[\w[])/g, '<wbr>')
      : text;
  };
  md.renderer.rules.table_close = () => '</table></div>\n';
}

const roles = {
  table: 'table',
  thead: 'rowgroup',
  tbody: 'rowgroup',
  tr: 'row',
  th: 'columnheader',
  td: 'cell',
};

function fitTable(tokens) {
  const titles = [];
  const needed = [];
  let column = 0;
  for (const [at, token] of tokens.entries()) {
    // Said here, as a browser forgets what a table is where its rows are blocks.
    if (roles[token.tag] !== undefined && token.nesting === 1) token.attrSet('role', roles[token.tag]);
    if (token.type === 'tr_open') column = 0;
    if (token.type !== 'th_open' && token.type !== 'td_open') continue;
    const inline = tokens[at + 1];
    if (token.type === 'th_open') titles.push(inline.content);
    else token.attrSet('data-title', titles[column]);
    needed[column] = Math.max(needed[column] ?? 0, widestOf(inline, token.type === 'th_open') + widths.cell);
    column += 1;
  }
  const width = needed.reduce((sum, pixels) => sum + pixels, 0);
  const fits = width > desk ? 'rows' : width > phone ? 'rows-on-phone' : 'columns';
  tokens[0].meta = { classes: `table ${fits}${titles.length === 2 ? ' pairs' : ''}` };
}

/** Pixels of the longest part of a cell that has no place to break; code and the text beside it are one part. */
function widestOf(inline, isTitle) {
  let widest = 0;
  let part = 0;
  for (const token of inline.children) {
    const isCode = token.type === 'code_inline';
    const isWhole = isCode && token.content.length <= longestCode;
    if (isCode && !isWhole) token.attrJoin('class', 'long');
    const words = isWhole ? [token.content] : token.content.split(/\s|(?<=-)/);
    const pixels = isCode ? widths.code : isTitle ? widths.title : widths.text;
    for (const [at, word] of words.entries()) {
      if (at > 0) part = 0;
      part += Math.min(word.length, longestCode) * pixels + (isCode ? 8 : 0);
      widest = Math.max(widest, part);
    }
  }
  return widest;
}
