import { secretFilter, type SecretFilter } from './derive/secrets/secret-filter.ts';
import { isSecretVariable, withoutSecrets } from './derive/secrets/secret-patterns.ts';
import type { Io, KnownSecrets, OutputKind } from './model/io.ts';
import { masked } from './model/secret.ts';
import { harmless } from './report/text/harmless.ts';

/**
 * The Io for commands, which filters all output, so that no command or report can forget to: no known secret is printed
 * in any encoding, nothing acts on a terminal, and no line is a command for a CI system.
 */
export function guardedIo(io: Io): Io & { readonly secrets: KnownSecrets } {
  const secrets = knownSecrets(io.env);
  const guard =
    (write: Io['stdout'], isTerminal: () => boolean): Io['stdout'] =>
    (text, as = 'report') =>
      write(as === 'verbatim' ? text : shownOutput(text, as, secrets, isTerminal));
  // Getters stay getters: reading `signal` has side effects.
  const guarded = Object.assign(Object.create(io) as Io, {
    stdout: guard(io.stdout, () => io.stdoutIsTerminal),
    stderr: guard(io.stderr, () => io.stderrIsTerminal),
    secrets,
  });
  return Object.defineProperties(guarded, {
    status: { get: () => guardedStatus(io.status, secrets) },
    ask: { get: () => guardedAsk(io.ask, secrets) },
  });
}

/** The status line is filtered whole: the terminal shows what fits of it. */
function guardedStatus(status: Io['status'], secrets: KnownSecrets): Io['status'] {
  if (status === undefined) return undefined;
  return (text) =>
    status(text === undefined ? undefined : () => shownOutput(text(), 'report', secrets, () => true));
}

function guardedAsk(ask: Io['ask'], secrets: KnownSecrets): Io['ask'] {
  return ask === undefined
    ? undefined
    : (question) => ask(shownOutput(question, 'report', secrets, () => true));
}

function shownOutput(text: string, as: OutputKind, secrets: KnownSecrets, isTerminal: () => boolean): string {
  // Checked only if needed: loading the code for terminals slows down a short run.
  const atTerminal = text.includes('\r') && isTerminal();
  return harmless(secrets.clean(text), {
    commands: as === 'commands' ? 'ours' : 'none',
    isTerminal: atTerminal,
  });
}

/** Knows the secrets of the environment from the start; those read later (files, live objects) are added. */
function knownSecrets(env: Io['env']): KnownSecrets {
  let made: SecretFilter | undefined;
  const filter = (): SecretFilter => (made ??= secretFilter(secretsIn(env)));
  return {
    learn: (value) => filter().learn(value),
    show: (names) => filter().show(names),
    clean: (text) => withoutSecrets(filter().clean(text), () => masked),
    isKnownIn: (text) => filter().isKnownIn(text),
  };
}

function secretsIn(env: Io['env']): readonly string[] {
  return Object.entries(env).flatMap(([name, value]) =>
    value === undefined || !isSecretVariable(name) ? [] : [value],
  );
}
