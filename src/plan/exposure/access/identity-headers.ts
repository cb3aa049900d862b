/**
 * Headers by which an upstream identifies the caller. A visitor cannot forge a header that is stripped; a header that
 * is added identifies every visitor.
 */
import { activeModule } from '../../../derive/module-state.ts';
import { isTree } from '../../../derive/forms/tree.ts';
import { isJsonMap, jsonItems } from '../../../text/json/json-access.ts';
import { actionOf } from '../../../kinds/policy/index.ts';
import { actionsIn } from '../../../derive/policy/policy-actions.ts';
import { handsOn } from '../../../derive/policy/policy-guards.ts';
import { itemsBy } from '../../../text/items-by.ts';
import type { Json, Spec, Value } from '../../../model/value.ts';
import { SecretReference } from '../../../model/secret.ts';
import type { ExposureLoss } from '../../../model/facts/exposure.ts';
import { distinct } from '../distinct.ts';
import { conditionReader, type ConditionReader } from '../policy/condition.ts';
import { conditionIndex, workLimit, type ConditionIndex, type WorkLimit } from '../policy/condition-index.ts';
import { handedOnBefore } from '../policy/compare-guards.ts';
import { isIdentityHeader } from './identity-names.ts';
import { itemsOf } from './widened.ts';

/** Credentials by which an upstream authenticates the gateway, not the visitor. */
const credential = /^(?:proxy-)?authorization$|token|secret|api-key|signature/i;

interface HeaderAction {
  readonly name: string;
  /** The value that is set; absent if the header is removed. */
  readonly value?: Value | Json;
  readonly expressions: readonly string[];
  /** The number of rules that forward requests to another endpoint before. */
  readonly handedOn: number;
}

interface HeaderActions {
  readonly actions: readonly HeaderAction[];
  /** The expressions of each rule that forwards requests to another endpoint. */
  readonly handedOn: readonly (readonly string[])[];
}

export function claimedIdentities(before: Spec, after: Spec): readonly ExposureLoss[] {
  const [was, is] = [headerActions(before), headerActions(after)];
  if (was.actions.length === 0 && is.actions.length === 0) return [];
  return distinct([...letThrough(was, is), ...claimed(was.actions, is.actions)]);
}

/** Headers stripped or overwritten before that now pass as the visitor sends them. */
function letThrough(was: HeaderActions, is: HeaderActions): readonly ExposureLoss[] {
  const limit = workLimit();
  const read = conditionReader();
  const isHandedOn = handedOnBefore(was.handedOn, is.handedOn, read, limit);
  const indexOf = headerIndexes(is.actions, read, limit);
  return was.actions
    .filter(({ name, value }) => value === undefined || !credential.test(name))
    .filter(
      (old) =>
        !indexOf(old).covers(
          old,
          (now) =>
            (now.value === undefined || old.value !== undefined) && isHandedOn(now.handedOn, old.handedOn),
        ),
    )
    .map(({ name, value }) => ({
      code: 'header-unguarded',
      header: name,
      was: value === undefined ? 'stripped' : 'set',
    }));
}

/** Headers with a fixed identity: every visitor appears as that user. */
function claimed(was: readonly HeaderAction[], is: readonly HeaderAction[]): readonly ExposureLoss[] {
  const indexOf = headerIndexes(was, conditionReader(), workLimit());
  return is
    .filter((now) => now.value !== undefined && !isHarmless(now))
    .filter((now) => !indexOf(now).covers(now, (old) => textOf(old.value) === textOf(now.value)))
    .map(({ name }) => ({ code: 'header-claimed', header: name }));
}

/** One index for each header: only actions on the same one are compared. */
function headerIndexes(
  all: readonly HeaderAction[],
  read: ConditionReader,
  limit: WorkLimit,
): (action: HeaderAction) => ConditionIndex<HeaderAction> {
  const named = itemsBy(({ name }: HeaderAction) => [name]);
  const known = new Map<string, ConditionIndex<HeaderAction>>();
  return ({ name: header }) => {
    const index =
      known.get(header) ??
      conditionIndex({
        items: named(all, header),
        conditionOf: ({ expressions }) => read(expressions),
        identityOf: ({ value, expressions }) => JSON.stringify([textOf(value), ...expressions]),
        limit,
      });
    known.set(header, index);
    return index;
  };
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
function headerActions(spec: Spec): HeaderActions {
  const always = { expressions: [], handedOn: 0 };
  const module = activeModule(spec, 'request_headers') ?? {};
  const removed = itemsOf(module['remove']).map((name) => ({ name, ...always }));
  const added = Object.entries(isTree(module['add']) ? module['add'] : {});
  const { actions, handedOn } = policyHeaders(spec);
  return {
    actions: [...removed, ...added.map(([name, value]) => ({ name, value, ...always })), ...actions]
      .map((one) => ({ ...one, name: one.name.toLowerCase() }))
      .filter(({ name }) => isIdentityHeader(name)),
    handedOn,
  };
}

function policyHeaders(spec: Spec): HeaderActions {
  const found: HeaderAction[] = [];
  const handedOn: (readonly string[])[] = [];
  for (const { phase, type, expressions, config, switches } of actionsIn(spec)) {
    if (phase === 'on_http_response' || phase === 'outbound') continue;
    if (handsOn(type)) handedOn.push(expressions);
    const headers = isJsonMap(config) ? config['headers'] : undefined;
    const rule = {
      expressions: [
        ...expressions,
        ...Object.entries(switches).map(([key, value]) => `${key} ${JSON.stringify(value)}`),
      ],
      handedOn: handedOn.length,
    };
    if (actionOf(type)?.changes !== 'headers') continue;
    // A list of headers removes them, a mapping adds them.
    if (Array.isArray(headers))
      found.push(
        ...jsonItems(headers).map((name) => ({
          name: typeof name === 'string' ? name : JSON.stringify(name),
          ...rule,
        })),
      );
    else if (isJsonMap(headers))
      found.push(...Object.entries(headers).map(([name, value]) => ({ name, value, ...rule })));
  }
  return { actions: found, handedOn };
}
