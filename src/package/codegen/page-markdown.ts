/** A row of a Markdown table; an empty cell is one space wide. */
export function tableRow(cells: readonly string[]): string {
  const row = `| ${cells.map((text) => text.replaceAll('|', '\\|')).join(' | ')} |`;
  return row.replaceAll('|  |', '| |').replaceAll('|  |', '| |');
}

/** Escapes Markdown, except in backticks, which mark code. */
export function escapedProse(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith('`') ? part : part.replaceAll(/[<*_[\]]/g, '\\$&')))
    .join('');
}
