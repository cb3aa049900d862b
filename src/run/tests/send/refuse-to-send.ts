import type { OwnHost } from './own-hosts.ts';
import { type Responder, localAddress, localAddressText } from './dev-target.ts';
import type { SendRun } from './send-run.ts';
import { type RequestTest, secretsOfTest } from '../../../model/traffic/request-test.ts';
import type { Diagnostic } from '../../../model/diagnostic.ts';
import { problem } from '../../../model/problem.ts';
import { quoted } from '../../../text/quoted.ts';
import { devFileName } from '../../../model/dev-contract.ts';
import { unapprovedSettings } from './approved-settings.ts';
import type { Address } from '../../../model/workspace/address.ts';
import { outsideUse } from '../../../derive/secrets/secret-use.ts';

/** The host of a request, and who answers there. */
interface HostOfTest {
  readonly host: OwnHost;
  /** The edge that the test names in place of a host. */
  readonly edge: string | undefined;
  readonly answering: Responder;
}

/** Why a request must not be sent, as a finding at its URL; undefined if it may. */
export async function refusalToSend(
  { io, workspace, environment, desired, settings }: SendRun,
  test: RequestTest,
  { host, edge, answering }: HostOfTest,
): Promise<Diagnostic | undefined> {
  const { name, requestPlace, facts } = test;
  const refuse = (rule: string, text: string, help: string): Diagnostic =>
    problem(rule, requestPlace, `${name}: ${text}`, { help, environments: [environment.name] });
  const edgeId = edge === undefined ? undefined : (environment.ids.get(edge)?.id ?? edge);
  if (host.is === 'foreign' && answering === 'dev')
    return refuse(
      'test-foreign-host',
      `no resource of \`${environment.name}\` serves the host of ${quoted(facts.url)}`,
      'correct the URL, or name the edge of its host with `--host`',
    );
  if (
    edge !== undefined &&
    (host.is === 'foreign' || (host.is === 'own' && !host.edges.includes(edgeId ?? '')))
  )
    return refuse(
      'test-foreign-host',
      `the API does not list the host of ${quoted(facts.url)} for \`${edge}\``,
      `correct \`--host\`, or \`hosts:\` in ${devFileName}: requests go only to hosts that the edge has`,
    );
  const local = localAddress(settings, facts.url);
  if (host.is === 'foreign')
    return refuse(
      'test-foreign-host',
      `no resource of \`${environment.name}\` serves the host of ${quoted(facts.url)}, as last applied`,
      local === undefined
        ? 'requests go only to hosts in the ledger: apply first, or correct the URL'
        : `requests go only to hosts in the ledger, and no \`edgewright dev\` answers at ${localAddressText(local)}`,
    );
  if (host.is === 'unknown')
    return refuse(
      'test-foreign-host',
      `the hosts of the edge of ${quoted(facts.url)} are not known without the API`,
      'set EDGEWRIGHT_API_URL and EDGEWRIGHT_API_TOKEN: the API lists the hosts of edges',
    );
  const names = secretsOfTest(test);
  if (names.length === 0) return undefined;
  if (!/^https:/i.test(facts.url))
    return refuse(
      'test-secret-in-clear',
      'a secret would be sent without TLS',
      'write the URL with `https`, or leave the secret out',
    );
  const undeclared = names.find((name) => !workspace.settings.secrets.has(name));
  if (undeclared !== undefined)
    return refuse(
      'secret-reference-undefined',
      `the secret ${quoted(undeclared)} is not declared`,
      `add \`${undeclared}\` to \`secrets:\` in edgewright.yaml`,
    );
  const other = names.flatMap((name) => {
    const wrong = outsideOf(name, { workspace, environment, desired, receivers: host.receivers });
    return wrong === undefined ? [] : [`the secret ${quoted(name)} is not for ${wrong}`];
  })[0];
  if (other !== undefined)
    return refuse('secret-not-allowed', other, 'the owners of edgewright.yaml can allow it under `secrets:`');
  // Nothing leaves this machine, whatever a branch says of hosts.
  if (answering === 'dev') return undefined;
  const unapproved = await unapprovedSettings(io, workspace, environment.name);
  return unapproved === undefined
    ? undefined
    : refuse('secret-not-allowed', `no secret is sent: ${unapproved}`, 'send it from the default branch');
}

/** The part of the receivers of a request for which a secret is not meant, in words. */
function outsideOf(
  name: string,
  {
    workspace,
    environment,
    desired,
    receivers,
  }: Pick<SendRun, 'workspace' | 'environment' | 'desired'> & { readonly receivers: readonly Address[] },
): string | undefined {
  const use = workspace.settings.secretUses.get(name);
  if (use === undefined) return undefined;
  if (receivers.length === 0) return 'a URL that no resource serves';
  for (const address of receivers) {
    const labels = desired.find((resource) => resource.address === address)?.labels ?? {};
    const wrong = outsideUse(use, { address, labels }, environment.name);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}
