import { isTree } from '../../../derive/forms/tree.ts';
import { activeModule, isStatedOn, isSwitchedOff } from '../../../derive/module-state.ts';
import { kindNames, kinds } from '../../../kinds/index.ts';
import type { KindName } from '../../../kinds/kind.ts';
import { fitting } from '../../domain/message-words.ts';
import { historyOf, type Before } from '../../domain/documents/known-before.ts';
import {
  always,
  crossRules,
  recommended,
  reportedRules,
  resourceRules,
  strictOnly,
} from '../../rule-group.ts';
import { isWritten, isGiven } from '../../domain/specs/written.ts';
import { onRoute, inside } from '../../rule-examples.ts';
import { type Rule, type Subject } from '../../rule.ts';
import { deletion } from '../../fix-request.ts';

/** Fields of which a module needs at least one to have an effect. Other modules have rules of their own. */
const needs: Readonly<Record<string, readonly string[]>> = {
  request_headers: ['add', 'remove'],
  response_headers: ['add', 'remove'],
  tls_termination: ['terminate_at', 'min_version'],
};

/** TLS edges cannot be updated at all, which another rule reports. */
const modules: ReadonlyMap<KindName, readonly string[]> = new Map(
  kindNames.map((kind) => {
    const { fields, operations } = kinds[kind];
    const names = Object.keys(fields).filter((name) => fields[name]?.type === 'module');
    return [kind, operations.update === undefined ? [] : names];
  }),
);

/** The numeric fields of each module with at least two. They belong together. */
const numbersOf: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(kinds['https-route'].fields).flatMap(([name, field]) => {
    if (field.type !== 'module') return [];
    const numbers = Object.entries(field.module.fields).filter(
      ([, { type }]) => type === 'uint32' || type === 'float64',
    );
    return numbers.length < 2 ? [] : [[name, numbers.map(([key]) => key)]];
  }),
);

export const structureModuleRules: readonly Rule[] = [
  ...resourceRules(
    { group: 'structure', source: 'enabling-modules' },
    {
      'disabled-module-configured': {
        severity: strictOnly('info'),
        summary: 'A disabled module has a long configuration.',
        why: 'A disabled module is not applied to traffic, so mistakes in its configuration go unnoticed.',
        options: { fields: 3 },
        bad: onRoute(
          'circuit_breaker: { enabled: false, volume_threshold: 20, rolling_window: 60, num_buckets: 10 }',
        ),
        good: onRoute('circuit_breaker: { enabled: false }'),
        check({ kind, spec }, report, { options }) {
          for (const [name, field] of Object.entries(kinds[kind].fields)) {
            const module = spec[name];
            if (field.type !== 'module' || !isTree(module) || !isSwitchedOff(module)) continue;
            const count = Object.keys(module).length - 1;
            if (count < Number(options['fields'])) continue;
            report({
              at: { path: [name], on: 'key' },
              message: `\`${name}\` is disabled, but has ${count} fields`,
            });
          }
        },
      },
      'enabled-redundant': {
        severity: strictOnly('info'),
        isMust: true,
        judgesBodies: false,
        summary: '`enabled: true` is the default.',
        why: '`enabled` is `true` by default, so the line changes nothing.',
        fix: 'safe',
        bad: onRoute('compression: { enabled: true }'),
        good: onRoute('compression: {}'),
        check({ kind, spec }, report) {
          for (const [name, field] of Object.entries(kinds[kind].fields)) {
            if (!isStatedOn(field)) continue;
            const module = spec[name];
            if (!isTree(module) || module['enabled'] !== true) continue;
            const path = [name, 'enabled'];
            report({
              at: { path, on: 'entry' },
              message: `\`enabled: true\` of \`${name}\` is the default`,
              fix: deletion('safe', path, '`enabled`'),
            });
          }
        },
      },
      'module-empty': {
        severity: recommended('warn'),
        fields: ['request_headers', 'response_headers', 'tls_termination'],
        summary: 'A module has no effect.',
        why: 'None of the fields that make the module work is set, so it does nothing.',
        bad: onRoute('response_headers: {}'),
        good: onRoute('response_headers: { remove: [server] }'),
        check(subject, report, context) {
          for (const [name, meaningful] of Object.entries(needs)) {
            const module = activeModule(subject.spec, name);
            if (module === undefined) continue;
            const says = (key: string): boolean => {
              const value = module[key];
              if (value === undefined) return isWritten(subject, [name, key], context);
              return isTree(value) || Array.isArray(value) ? Object.keys(value).length > 0 : isGiven(value);
            };
            if (meaningful.some(says)) continue;
            report({
              at: { path: [name], on: 'key' },
              message: `\`${name}\` does nothing without \`${meaningful.join('` or `')}\``,
            });
          }
        },
      },
      'partial-module': {
        severity: strictOnly('info'),
        source: 'module-updates',
        kinds: ['https-route'],
        fields: ['circuit_breaker', 'oauth', 'saml', 'oidc'],
        isMust: true,
        judgesBodies: false,
        summary: 'A module sets some of its numbers and not the others.',
        why: 'A module in an update replaces the whole live module, so fields that are not set return to undocumented defaults.',
        bad: onRoute('circuit_breaker: { volume_threshold: 20, rolling_window: 60 }'),
        good: onRoute(
          inside(
            'circuit_breaker',
            'volume_threshold: 20',
            'rolling_window: 60',
            'num_buckets: 10',
            'tripped_duration: 30',
            'error_threshold_percentage: 0.5',
          ),
        ),
        check(subject, report, context) {
          for (const [name, numbers] of Object.entries(numbersOf)) {
            const module = activeModule(subject.spec, name);
            if (module === undefined) continue;
            const missing = numbers.filter(
              (key) => module[key] === undefined && !isWritten(subject, [name, key], context),
            );
            if (missing.length === 0 || missing.length === numbers.length) continue;
            const [first, ...others] = missing;
            const rest = others.length === 0 ? '' : ` and ${others.length} more`;
            report({
              at: { path: [name], on: 'key' },
              message: `\`${name}\` leaves \`${first ?? ''}\`${rest} to undocumented defaults`,
              help: `set \`${missing.join('`, `')}\``,
            });
          }
        },
      },
    },
  ),
  ...crossRules(
    { group: 'structure', source: 'module-updates' },
    {
      'module-removed': {
        severity: recommended('info'),
        summary: 'A live module was removed from the files, and the API cannot remove it.',
        why: 'An update cannot remove a module, so the plan disables it instead, with its last configuration.',
        bad: onRoute(),
        good: onRoute('compression: { enabled: false }'),
        *check(resources, context) {
          for (const { subject, before } of historyOf(resources, context).continued) {
            const { address } = subject;
            for (const name of removedModules(subject, before)) {
              if (isWritten(subject, [name], context)) continue;
              yield {
                of: address,
                at: { path: [], on: 'key' },
                message: fitting(
                  `\`${address}\` ${before.words} with \`${name}\`: without it here, the plan disables the module`,
                  `without \`${name}\` here, the plan disables the module`,
                ),
                help: `to disable it explicitly, write \`${name}\` with \`enabled: false\``,
              };
            }
          }
        },
      },
    },
  ),
  ...reportedRules(
    { group: 'structure', source: 'module-updates', by: 'shape' },
    {
      'null-module': {
        severity: always('warn'),
        isMust: true,
        judgesBodies: false,
        summary: 'A null has no effect.',
        why: 'Null only removes a value of a lower layer; it is never sent to the API, so the module stays as it is.',
        fix: 'unsafe',
        bad: onRoute('compression: null'),
        good: onRoute('compression: { enabled: false }'),
      },
      'read-form-module': {
        severity: always('error'),
        source: 'read-and-write-forms',
        isMust: true,
        summary: 'A module is in the form of an API response.',
        why: 'Requests take ids (`backend_id`, `ip_policy_ids`, `certificate_authority_ids`); the objects of a response are rejected.',
        fix: 'safe',
        bad: onRoute('', { backend: '{ backend: { id: bkdhr_2Cd } }' }),
        good: onRoute('', { backend: '{ backend_id: bkdhr_2Cd }' }),
      },
    },
  ),
];

function removedModules({ kind, spec }: Subject, before: Before): readonly string[] {
  return (modules.get(kind) ?? []).filter((name) => {
    return !(name in spec) && activeModule(before.spec ?? {}, name) !== undefined;
  });
}
