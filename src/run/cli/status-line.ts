import type { Io } from '../../model/io.ts';

interface StatusTerminal {
  readonly write: (text: string) => void;
  readonly columns: () => number;
}

export interface StatusLine {
  /** The line from now on, drawn again each second; undefined removes it. */
  readonly show: NonNullable<Io['status']>;
  /** Makes room for other output. */
  readonly hide: () => void;
  /** Draws it again below the output that took its place, if that ended its line. */
  readonly showBelow: (output: string) => void;
}

/** The last line of a terminal: output passes above it. */
export function statusLine({ write, columns }: StatusTerminal): StatusLine {
  let text: (() => string) | undefined;
  let shown = '';
  let timer: NodeJS.Timeout | undefined;
  const draw = (): void => {
    if (text === undefined) return;
    const line = text().slice(0, Math.max(20, columns() - 1));
    if (line !== shown) write(`\r${line}\u001b[K`);
    shown = line;
  };
  const hide = (): void => {
    if (shown !== '') write('\r\u001b[K');
    shown = '';
  };
  return {
    hide,
    showBelow: (output) => {
      if (output.endsWith('\n')) draw();
    },
    show: (next) => {
      text = next;
      clearInterval(timer);
      if (next === undefined) {
        hide();
        return;
      }
      timer = setInterval(draw, 1000).unref();
      draw();
    },
  };
}
