import { checksum } from '../text/checksum.ts';

/** The output of a run, and everything that it depends on. */
export interface LastAnswer {
  /** The command line, the folder and the environment. */
  readonly asked: string;
  /** A salted hash of the secrets in the environment; undefined without any. */
  readonly secrets: SecretsHash | undefined;
  /** The times, in milliseconds, between which the output is the same; null for no end. */
  readonly from: number;
  readonly until: number | null;
  readonly exitCode: number;
  readonly printed: readonly PrintedText[];
  /** By folder, name and type in turn, of everything whose type was looked at; `-` for nothing. */
  readonly types: Folders;
  /** By folder, name and state in turn, of everything that was read. */
  readonly contents: Folders;
}

export interface SecretsHash {
  readonly salt: string;
  readonly hash: string;
}

/** One text, and the stream that it went to: 1 or 2. */
export type PrintedText = readonly [stream: 1 | 2, text: string];

export type Folders = Readonly<Record<string, readonly string[]>>;

/** One line with the checksum, one line of JSON. */
export function answerText(answer: LastAnswer): string {
  const text = JSON.stringify(answer);
  return `${checksum(text)}\n${text}`;
}

/** Undefined unless the text is exactly what `answerText` returned. */
export function parseAnswer(text: string): LastAnswer | undefined {
  const end = text.indexOf('\n');
  const body = text.slice(end + 1);
  return end > 0 && text.slice(0, end) === checksum(body) ? (JSON.parse(body) as LastAnswer) : undefined;
}
