import { inertLine } from './inert.ts';
import { wrap } from './wrap.ts';

interface Undoing {
  readonly objects: readonly { readonly lost: readonly string[] }[];
}

const mostSaid = 20;

/** How a run is undone, and what of it cannot be: said before it begins. */
export function rollbackLines(
  { objects }: Undoing,
  { command, columns }: { readonly command: string; readonly columns: number },
): string {
  const lost = objects.flatMap((object) => object.lost);
  const rest = lost.length - mostSaid;
  const said = [
    ...lost.slice(0, mostSaid),
    ...(rest > 0 ? [`${rest} more that the rollback file names`] : []),
  ];
  const lines = said.flatMap((text) =>
    wrap(inertLine(text), Math.max(40, columns) - 4).map(
      (line, index) => `${index === 0 ? '  - ' : '    '}${line}`,
    ),
  );
  const end = lines.length === 0 ? '' : ', except that';
  return `${[`to undo this: ${command}${end}`, ...lines].join('\n')}\n`;
}
