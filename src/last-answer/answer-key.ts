import { createHash } from 'node:crypto';
import { secretVariables } from '../domain/secret-variables.ts';
import type { Cache, Io } from '../model/io.ts';
import { checksum } from '../text/checksum.ts';
import type { SecretsHash } from './answer-text.ts';

/** The parts of `Io` that an answer depends on. */
export type Asking = Pick<Io, 'env' | 'cwd' | 'stdoutIsTerminal' | 'stderrIsTerminal' | 'columns'>;

/** Variables that lint reads, apart from secrets: for colors, for times without a zone, for the language. */
const relevant = /^(?:NO_COLOR|TERM|CI|TZ|LANG|LC_[A-Z]+)$/;

/** The number of answers that are kept for a folder. */
const answersPerFolder = 4;

/** Everything that an answer depends on before a file is read, apart from the values of secrets. */
export function askedBy(argv: readonly string[], { build }: Cache, io: Asking): string {
  const variables = Object.keys(io.env).filter((name) => relevant.test(name));
  const settings = variables.sort().map((name) => [name, io.env[name]]);
  const terminal = io.stdoutIsTerminal ? io.columns : 0;
  return JSON.stringify([build, io.cwd, argv, terminal, io.stderrIsTerminal, settings]);
}

/** The cache entry for a command line. Each folder has few: hooks may name other files each time. */
export function answerName(argv: readonly string[], { cwd }: Pick<Io, 'cwd'>): string {
  const line = Number.parseInt(checksum(JSON.stringify(argv)).slice(8), 16);
  return `answer-${checksum(cwd)}-${line % answersPerFolder}.json`;
}

/** Secrets decide what is masked in the output. Their values are never written, only a salted hash. */
export function hashOfSecrets(env: Io['env'], salt: () => string): SecretsHash | undefined {
  const secrets = secretVariables(env);
  if (secrets.length === 0) return undefined;
  const own = salt();
  return {
    salt: own,
    hash: createHash('sha256')
      .update(JSON.stringify([own, secrets]))
      .digest('hex'),
  };
}
