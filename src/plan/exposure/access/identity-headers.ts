/**
 * Headers by which an upstream identifies the caller. A visitor cannot forge a header that is stripped; a header that
 * is added identifies every visitor. The upstream's choice is unknown, so this lists the names that proxies use.
 */
import { activeModule } from '../../../derive/module-state.ts';
import { isTree } from '../../../derive/forms/tree.ts';
import { isJsonMap, jsonItems } from '../../../text/json/json-access.ts';
import { actionsIn } from '../../../derive/policy/policy-actions.ts';
import { handing } from '../../../derive/policy/policy-guards.ts';
import type { Json, Spec, Value } from '../../../model/value.ts';
import { SecretReference } from '../../../model/secret.ts';
import type { ExposureLoss } from '../../../model/facts/exposure.ts';
import { distinct } from '../distinct.ts';
import { conditionOf, impliesExpressions, isWithinAny } from '../policy/condition.ts';
import { itemsOf } from '../module-value.ts';

const identity = new RegExp(
  `^(?:${[
    '(?:x-)?remote-',
    '(?:x-)?forwarded-(?!proto|host|port|prefix|path|scheme|ssl|server)',
    'forwarded$',
    'x-auth',
    '(?:x-)?authenticated',
    'x-(?:user|username|email|groups?|roles?|login|account|principal|identity|subject|sub|tenant|org|admin|internal|trusted|verified)(?:-|s?$)',
    'x-(?:webauth|jwt|token|access|id-token|api-key|consumer|credential|impersonate|client-cert|client-dn|client-verify|client-ip|ssl|real-ip)',
    'x-(?:ms-client|goog-authenticated|goog-iap|amzn-oidc|pomerium|vouch|spiffe|original|rewrite|http-method)',
    'cf-access|cf-connecting-ip|true-client-ip|impersonate-|tailscale-user|ssl-client|client-cert',
    'authorization$|proxy-authorization$',
  ].join('|')})`,
  'i',
);

/** Credentials by which an upstream authenticates the gateway, not the visitor. */
const credential = /^(?:proxy-)?authorization$|token|secret|api-key|signature/i;

interface HeaderAction {
  readonly name: string;
  /** The value that is set; absent if the header is removed. */
  readonly value?: Value | Json;
  readonly expressions: readonly string[];
  readonly handedOn: readonly (readonly string[])[];
}

export function claimedIdentities(before: Spec, after: Spec): readonly ExposureLoss[] {
  const [was, is] = [headerActions(before), headerActions(after)];
  return distinct([...letThrough(was, is), ...claimed(was, is)]);
}

/** Headers stripped or overwritten before that now pass as the visitor sends them. */
function letThrough(was: readonly HeaderAction[], is: readonly HeaderAction[]): readonly ExposureLoss[] {
  return was.flatMap((old): readonly ExposureLoss[] => {
    if (old.value !== undefined && credential.test(old.name)) return [];
    const fitting = is.filter(
      (now) =>
        now.name === old.name &&
        (now.value === undefined || old.value !== undefined) &&
        now.handedOn.every((more) => old.handedOn.some((known) => impliesExpressions(more, known))),
    );
    if (
      isWithinAny(
        conditionOf(old.expressions),
        fitting.map(({ expressions }) => conditionOf(expressions)),
      )
    )
      return [];
    return [
      { code: 'header-unguarded', header: old.name, was: old.value === undefined ? 'stripped' : 'set' },
    ];
  });
}

/** Headers with a fixed identity: every visitor appears as that user. */
function claimed(was: readonly HeaderAction[], is: readonly HeaderAction[]): readonly ExposureLoss[] {
  return is.flatMap((now): readonly ExposureLoss[] => {
    if (now.value === undefined || isHarmless(now)) return [];
    const same = was.filter((old) => old.name === now.name && textOf(old.value) === textOf(now.value));
    if (
      isWithinAny(
        conditionOf(now.expressions),
        same.map(({ expressions }) => conditionOf(expressions)),
      )
    )
      return [];
    return [{ code: 'header-claimed', header: now.name }];
  });
}

/** Whether the value is empty, our own credential, or comes from a login or the connection. */
function isHarmless({ name, value }: HeaderAction): boolean {
  if (credential.test(name)) return true;
  if (typeof value !== 'string') return false;
  const isVerified = /\$\{[^}]*\b(?:actions|conn)\.[^}]*\}/.test(value) && !/\breq\b/.test(value);
  return value === '' || isVerified;
}

function textOf(value: Value | Json | undefined): string {
  return value instanceof SecretReference ? value.template : JSON.stringify(value ?? null);
}

/** Header actions in order: of the module first, then of the traffic policy. */
function headerActions(spec: Spec): readonly HeaderAction[] {
  const always = { expressions: [], handedOn: [] };
  const module = activeModule(spec, 'request_headers');
  const own: readonly Omit<HeaderAction, 'expressions' | 'handedOn'>[] = module
    ? [
        ...itemsOf(module['remove']).map((name) => ({ name })),
        ...Object.entries(isTree(module['add']) ? module['add'] : {}).map(([name, value]) => ({
          name,
          value,
        })),
      ]
    : [];
  return [...own.map((one) => ({ ...one, ...always })), ...policyHeaders(spec)]
    .map((one) => ({ ...one, name: one.name.toLowerCase() }))
    .filter(({ name }) => identity.test(name));
}

function policyHeaders(spec: Spec): readonly HeaderAction[] {
  const found: HeaderAction[] = [];
  let handedOn: HeaderAction['handedOn'] = [];
  for (const { phase, type, expressions, config, switches } of actionsIn(spec)) {
    if (phase === 'on_http_response' || phase === 'outbound') continue;
    if (type === handing) handedOn = [...handedOn, expressions];
    const headers = isJsonMap(config) ? config['headers'] : undefined;
    const rule = {
      expressions: [
        ...expressions,
        ...Object.entries(switches).map(([key, value]) => `${key} ${JSON.stringify(value)}`),
      ],
      handedOn,
    };
    if (type === 'remove-headers')
      found.push(
        ...jsonItems(headers).map((name) => ({
          name: typeof name === 'string' ? name : JSON.stringify(name),
          ...rule,
        })),
      );
    if (type === 'add-headers' && isJsonMap(headers))
      found.push(...Object.entries(headers).map(([name, value]) => ({ name, value, ...rule })));
  }
  return found;
}
