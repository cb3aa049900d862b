import type { Texts } from './state.ts';

/** The folder that a download has its files in. */
export const downloadFolder = 'edgewright-playground';

/** Commands for a shell that write the files into a folder. */
export function commandsOf(files: Texts): string {
  const folders = new Set(
    Object.keys(files).map((path) => [downloadFolder, ...path.split('/').slice(0, -1)].join('/')),
  );
  const lines = Object.entries(files).map(([path, text]) => {
    const target = word(`${downloadFolder}/${path}`);
    if (!text.endsWith('\n')) return `printf %s ${word(text)} > ${target}`;
    const end = endFor(text);
    return `cat > ${target} <<'${end}'\n${text}${end}`;
  });
  return [`mkdir -p ${[...folders].map(word).join(' ')}`, ...lines].join('\n') + '\n';
}

/** A word that is no line of the text. */
function endFor(text: string): string {
  const lines = new Set(text.split('\n'));
  for (let end = 'EOF'; ; end += '_') if (!lines.has(end)) return end;
}

function word(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
