import { secretFilter, type SecretFilter } from './derive/secrets/secret-filter.ts';
import { withoutSecrets } from './derive/secrets/secret-patterns.ts';
import type { Io, KnownSecrets, Printed } from './model/io.ts';
import { masked } from './model/secret.ts';
import { harmless } from './report/text/harmless.ts';

/**
 * The outside of a run as commands get it: whatever they print passes here, so that no command and no report can forget
 * it. No known secret leaves in any encoding, nothing acts on a terminal, no line is a command for a CI system.
 */
export function guardedIo(io: Io): Io & { readonly secrets: KnownSecrets } {
  const secrets = knownSecrets(io.env);
  const guard =
    (write: Io['stdout'], isTerminal: () => boolean): Io['stdout'] =>
    (text, as = 'report') =>
      write(as === 'verbatim' ? text : shown(text, as, secrets, isTerminal));
  // Getters stay what they are: asking for a signal has effects.
  return Object.assign(Object.create(io) as Io, {
    stdout: guard(io.stdout, () => io.stdoutIsTerminal),
    stderr: guard(io.stderr, () => io.stderrIsTerminal),
    secrets,
  });
}

function shown(text: string, as: Printed, secrets: KnownSecrets, isTerminal: () => boolean): string {
  // Asked for only where it decides something: what knows terminals costs a short run its start.
  const atTerminal = text.includes('\r') && isTerminal();
  return harmless(secrets.clean(text), {
    commands: as === 'commands' ? 'ours' : 'none',
    isTerminal: atTerminal,
  });
}

/** Those of the environment from the first text on; what a run reads later (files, live objects) it tells. */
function knownSecrets(env: Io['env']): KnownSecrets {
  let made: SecretFilter | undefined;
  const filter = (): SecretFilter => (made ??= secretFilter(secretsOf(env)));
  return {
    learn: (value) => filter().learn(value),
    clean: (text) => withoutSecrets(filter().clean(text), () => masked),
    isKnownIn: (text) => filter().isKnownIn(text),
  };
}

/** Values, not the names of files that hold them. */
const secretName = /^EDGEWRIGHT_(?:SECRET_.+|API_TOKEN(?:_(?!FILE$).+)?|.*KEY)$/;

function secretsOf(env: Io['env']): readonly string[] {
  return Object.keys(env).flatMap((name) => (secretName.test(name) ? (env[name] ?? []) : []));
}
