/** Loaded by lint when a workspace has a traffic policy. */
export { policyPage } from '../../derive/policy-language/policy-address.ts';
export { actionOf, neverActions } from '../../kinds/policy/index.ts';
export { forwardsOf } from '../../routing/policy-forwards.ts';
export { protectionOf } from '../../routing/protection.ts';
export { forwardLoops, redirectLoops, type Loop, type LoopEndpoint } from './find-loops.ts';
export { checkTrafficPolicy } from './check-traffic-policy.ts';
export { checkWays } from './check-ways.ts';
export { waysOf } from '../../simulate/unknown/ways.ts';
