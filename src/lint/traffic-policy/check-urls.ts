import { policyTemplates, withoutTemplates } from '../../derive/expressions/policy-templates.ts';
import type { PhaseName, PolicyProtocol } from '../../kinds/policy/phases.ts';
import type { TextSetting } from '../../kinds/policy/setting.ts';
import { type SettingPlace, severityOfFact, type SettingMistake, writing } from './policy-check.ts';
import { quoted } from '../../text/quoted.ts';
import { orList } from '../../text/words/list-words.ts';

/** Schemes that an endpoint of a protocol can forward to: requests to requests, connections to connections. */
const families: Readonly<Record<PolicyProtocol, readonly string[]>> = {
  http: ['http', 'https'],
  https: ['http', 'https'],
  tcp: ['tcp', 'tls'],
  tls: ['tcp', 'tls'],
};

/** Checks a URL, parts of which may be computed. */
export function checkTargetUrl(
  text: string,
  { schemes, hostEnd, certainty }: TextSetting,
  place: SettingPlace,
): void {
  const { scope, action, inside, what } = place;
  const at = { rule: 'traffic-policy-setting-value', inside } as const;
  const { report, carrier } = scope.check;
  // All of it, or its scheme, is computed.
  if (text.startsWith('${')) return;
  const bare = withoutTemplates(text);
  const [, scheme, host = ''] = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)/i.exec(bare) ?? [];
  if (scheme === undefined || host === '' || /\s/.test(bare)) {
    const first = schemes?.at(-1) === 'tcp' ? 'https' : (schemes?.[0] ?? 'https');
    const help =
      (hostEnd === undefined ? undefined : withScheme(text, hostEnd, carrier.protocol ?? first)) ??
      ({ help: `write it with its scheme, such as \`${first}://\`` } as const);
    report({ ...at, message: `${quoted(text)} is not a URL`, ...help, code: 2226 });
    return;
  }
  const name = scheme.toLowerCase();
  if (schemes !== undefined && !schemes.includes(name)) {
    report({
      ...at,
      within: { start: 0, end: scheme.length },
      message: `${what} begins with \`${scheme}://\`; it must be ${orList(schemes)}`,
      code: 2226,
      ...severityOfFact(certainty),
    });
    return;
  }
  if (action.target === undefined || hostEnd === undefined) return;
  const { protocol } = carrier;
  const fitting = protocol === undefined ? undefined : targetsOf(protocol, scope.phase);
  if (fitting?.includes(name) === false)
    report({
      rule: 'traffic-policy-placement',
      inside,
      within: { start: 0, end: scheme.length },
      message: `\`${scheme}://\` cannot take what a ${protocol} endpoint forwards`,
      help: `forward to ${orList(fitting.map((urlScheme) => `${urlScheme}://`))}`,
    });
  const [hostname = '', port] = host.replace(/^.*@/, '').split(':');
  const isComputed = text.slice(text.indexOf('://')).includes('${');
  if (!isInternal(hostname, hostEnd) && !isComputed) {
    const help = internalHelp({ scheme: name, hostname, port, hostEnd });
    report(
      machine.test(hostname)
        ? { inside, rule: 'traffic-policy-no-effect', message: nameOfMachine(hostname), help }
        : {
            ...at,
            message: `${quoted(hostname)} is not an internal host: it must end in \`${hostEnd}\``,
            help,
            code: 2226,
          },
    );
  } else if (name === 'tcp' && (port ?? '') === '')
    report({
      ...at,
      message: `${quoted(text)} needs a port`,
      help: 'write it behind the host, as in `:5432`',
    });
}

/** Names by which a container reaches its own machine. They end as internal hosts do, and no endpoint has one. */
const machine = /^(?:host|gateway)\.docker\.internal$|^host\.containers\.internal$/i;

function isInternal(hostname: string, hostEnd: string): boolean {
  return hostname.toLowerCase().endsWith(hostEnd) && !machine.test(hostname);
}

function nameOfMachine(hostname: string): string {
  return `${quoted(hostname)} is a name that only containers know, not the host of an endpoint`;
}

/** The URL to write for a host without its scheme; undefined where it is not a host. */
function withScheme(
  text: string,
  hostEnd: string,
  usual: string,
): Pick<SettingMistake, 'help' | 'replace' | 'fixTitle'> | undefined {
  const [, hostname, port] = /^([\w.-]+)(?::(\d+))?$/.exec(text) ?? [];
  if (hostname === undefined) return undefined;
  const scheme = port === '80' && usual === 'https' ? 'http' : usual;
  return isInternal(hostname, hostEnd)
    ? writing(`${scheme}://${text}`)
    : { help: internalHelp({ scheme, hostname, port, hostEnd }) };
}

interface OtherTarget {
  readonly scheme: string;
  readonly hostname: string;
  readonly port: string | undefined;
  readonly hostEnd: string;
}

/** A policy runs at the service: what it forwards to is there under an internal URL, and never a host of a machine. */
function internalHelp({ scheme, hostname, port, hostEnd }: OtherTarget): string {
  const isMachine = /^localhost$|^[\d.]+$/.test(hostname) || machine.test(hostname);
  const label = isMachine ? 'NAME' : (/^(?:www\.)?([\w-]+)/.exec(hostname)?.[1] ?? 'NAME');
  const end = scheme === 'tcp' ? `:${port ?? '80'}` : '';
  const url = `${scheme}://${label}${hostEnd}${end}`;
  if (!isMachine) return `write \`${url}\`, and serve what is at \`${hostname}\` at this URL too`;
  const place = `${hostname}${port === undefined ? '' : `:${port}`}`;
  return `write a URL such as \`${url}\`, and start an agent that serves \`${place}\` at it`;
}

/** At connect, an http or https endpoint can hand on the connection, or its requests. */
function targetsOf(protocol: PolicyProtocol, phase: PhaseName): readonly string[] | undefined {
  const isWeb = protocol === 'http' || protocol === 'https';
  return isWeb && phase === 'on_tcp_connect' ? undefined : families[protocol];
}

/** Checks `user:password`. A part may be computed, but the colon between them must be written, or all be computed. */
export function checkCredentials(
  text: string,
  { minLength = 0, maxLength = Infinity }: TextSetting,
  report: (mistake: SettingMistake, rule?: string) => void,
): void {
  const templates = policyTemplates(text);
  const colon = colonOutside(text, templates);
  if (colon === -1) {
    const isWhole = templates.length === 1 && text.startsWith('${') && text.endsWith('}');
    if (!isWhole)
      report({
        message: 'a user and a password need a colon between them',
        help: 'write `user:password`',
        code: templates.length === 0 ? 2203 : 2224,
      });
    return;
  }
  const password = text.slice(colon + 1);

  if (/[\x00-\x1f\x7f]/.test(text.slice(0, colon)))
    report({ message: 'the user name has a control character', code: 2257 });
  if (password.includes('${')) return;
  if (password.length < minLength)
    report({
      message: `the password has fewer than ${minLength} characters`,
      help: 'write a longer one as `user:$(secret:NAME)`',
      code: 2237,
    });
  else if (password.length > maxLength)
    report({ message: `the password has more than ${maxLength} characters`, code: 2221 });
  else
    report(
      { message: 'the password is in clear text', help: 'write `user:$(secret:NAME)`' },
      'traffic-policy-secret-literal',
    );
}

function colonOutside(text: string, templates: ReturnType<typeof policyTemplates>): number {
  for (let at = text.indexOf(':'); at !== -1; at = text.indexOf(':', at + 1))
    if (!templates.some(({ start, end }) => start <= at && at < end)) return at;
  return -1;
}
