import { approvalKey, weakerSafety } from '../../../derive/weaker-safety.ts';
import { placeOf } from '../../../derive/yaml/node-place.ts';
import { isLower, type Base, type Finding, type WorkspaceContext } from '../../rule.ts';
import type { Workspace } from '../../../model/workspace/workspace.ts';
import { fitting, wholeWords } from '../message-words.ts';
import { isUsed } from '../../../derive/compare/used-approval.ts';
import type { Approval } from '../../../model/workspace/workspace-document.ts';

/**
 * Safety settings weaker than the base's: higher limits, addresses no longer protected, drift reverted without
 * approval.
 */
export function* loosenedSafety(
  { settings, environments }: Workspace,
  { workspace: old, ref }: Base,
): Generator<Finding> {
  const { safety: now } = settings;
  const { safety: before } = old.settings;
  const { raised, unprotected } = weakerSafety(now, before);
  for (const name of raised) {
    yield {
      at: { path: ['safety', name] },
      message: `\`safety.${name}\` is ${now[name]}, and ${before[name]} in \`${ref}\``,
    };
  }
  for (const address of unprotected) {
    yield {
      at: { path: ['safety', 'protect'] },
      message: fitting(
        `\`safety.protect\` has lost ${wholeWords(address)}, which \`${ref}\` protects`,
        `\`safety.protect\` has lost ${wholeWords(address)}`,
        `no longer protected: ${wholeWords(address)}`,
      ),
    };
  }
  for (const { name, drift, documents } of environments.values()) {
    if (drift !== 'revert' || old.environments.get(name)?.drift !== 'report') continue;
    for (const { source, root } of documents) {
      const entry = root?.type === 'map' ? root.entries.find(({ key }) => key.value === 'drift') : undefined;
      if (entry === undefined) continue;
      yield {
        at: { place: placeOf(source, entry.value) },
        message: `outside changes in \`${name}\` are undone, and held for a person in \`${ref}\``,
      };
    }
  }
  yield* loosenedPolicies(settings.policies, old.settings.policies, ref);
}

type Policies = Workspace['settings']['policies'];

/**
 * Lint policies that were removed, or have a lower severity, another condition or message, or fewer kinds than in the
 * base.
 */
export function* loosenedPolicies(now: Policies, before: Policies, ref: string): Generator<Finding> {
  const byName = new Map(now.map((policy) => [policy.name, policy]));
  for (const { name, severity, assert, where, kinds, suppressible, message: text } of before) {
    const policy = byName.get(name);
    if (severity === 'off') continue;
    if (policy === undefined) {
      yield { at: { path: ['policies'] }, message: `the policy \`${name}\` of \`${ref}\` is gone` };
    } else if (isLower(policy.severity, severity)) {
      const message = `the policy \`${name}\` says \`${policy.severity}\`, and \`${severity}\` in \`${ref}\``;
      yield { at: { place: policy.place }, message };
    } else if (policy.suppressible && !suppressible) {
      const message = `the policy \`${name}\` can be suppressed, and cannot be in \`${ref}\``;
      yield { at: { place: policy.place }, message };
    } else if (
      policy.assert.text !== assert.text ||
      policy.where?.text !== where?.text ||
      kinds.some((kind) => !policy.kinds.includes(kind))
    ) {
      const message = `the policy \`${name}\` demands something else than in \`${ref}\``;
      yield { at: { place: policy.place }, message };
    } else if (policy.message.text !== text.text) {
      const message = `the policy \`${name}\` has another message than in \`${ref}\``;
      yield { at: { place: policy.place }, message };
    }
  }
}

/**
 * Approvals that the base does not have: each allows an unattended run to apply a change that needs a person's
 * approval.
 */
export function* newApprovals(
  { approvals, environments }: Workspace,
  { workspace, ref }: Base,
  ledgers: WorkspaceContext['ledgers'],
): Generator<Finding> {
  const known = new Set(workspace.approvals.map(approvalKey));
  for (const approval of approvals) {
    if (known.has(approvalKey(approval)) || isUsedUp(approval, environments.keys(), ledgers)) continue;
    const { allow, address, addressNode, document } = approval;
    yield {
      at: { place: placeOf(document.source, addressNode) },
      message: fitting(
        `\`allow: ${allow}\` for ${wholeWords(address)} is new: \`${ref}\` has no such approval`,
        `a new approval, not in \`${ref}\`: ${wholeWords(address)}`,
        `a new approval: ${wholeWords(address)}`,
      ),
    };
  }
}

/** Whether an approval was already used in every environment that it is for. It then approves nothing further. */
function isUsedUp(
  approval: Approval,
  environments: Iterable<string>,
  ledgers: WorkspaceContext['ledgers'],
): boolean {
  const names = approval.environment === undefined ? [...environments] : [approval.environment];
  return names.every((name) => {
    const ledger = ledgers.get(name);
    return ledger !== undefined && isUsed(ledger, approval);
  });
}
