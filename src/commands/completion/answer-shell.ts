import { completeWords, type CommandSource } from './complete-words.ts';
import { noWords, type NextWords } from './values-of.ts';
import { bashReply, type Shell } from './shells.ts';
import { splitLine } from './split-line.ts';
import type { Io } from '../../model/io.ts';

interface Question {
  readonly shell: Shell;
  /** For bash: the word breaks and the line up to the cursor. For the others: the words, the last one as typed. */
  readonly words: readonly string[];
  readonly source: CommandSource;
}

/** The reply to a shell. Never an error: it would appear in the middle of what a person types. */
export async function answerShell(io: Io, { shell, words, source }: Question): Promise<string> {
  const complete = async (line: readonly string[]): Promise<NextWords> => {
    try {
      return printable(await completeWords(io, source, line));
    } catch {
      return noWords;
    }
  };
  if (shell === 'bash') {
    const [breaks = '', line = ''] = words;
    const split = splitLine(line);
    return bashReply(await complete(split.words), breaks, split);
  }
  const last = shell === 'fish' ? (splitLine(words.at(-1) ?? '').words.at(-1) ?? '') : (words.at(-1) ?? '');
  return replyLines(await complete([...words.slice(0, -1), last]));
}

/** Names come from files: one with a control character could act on the terminal. */
function printable(completion: NextWords): NextWords {
  if (completion.type !== 'words') return completion;
  const clean = completion.candidates.filter(({ value }) => !/[\p{C}\p{Zl}\p{Zp}]/u.test(value));
  return { type: 'words', candidates: clean };
}

/** A type, then a candidate a line: value, description and `open`, with tabs between. */
function replyLines(completion: NextWords): string {
  if (completion.type !== 'words') return `${completion.type}\n`;
  const lines = completion.candidates.map(
    ({ value, doc = '', isOpen }) => `${value}\t${doc}\t${isOpen === true ? 'open' : ''}`,
  );
  return ['words', ...lines].map((line) => `${line}\n`).join('');
}
