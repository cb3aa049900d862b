/** The parts of an event of a run that are read here; `schemas/` has the rest. */
export interface RunLine {
  readonly event: string;
  readonly environment?: string;
  readonly counts?: Readonly<Record<string, number | string>>;
}

/** The events of a run, a line each. The last line has no end if the command was killed while it wrote it. */
export function runLines(text: string): readonly RunLine[] {
  const lines = text.split('\n').slice(0, -1);
  return lines.flatMap((line) => (line === '' ? [] : [JSON.parse(line) as RunLine]));
}
